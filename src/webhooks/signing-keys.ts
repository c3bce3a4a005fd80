/** The keys of an HMAC that programs make of a secret: the right one, and the usual mistakes. */

import { WEBHOOK_SECRET_PREFIX } from '#contract/limits.ts'

/** The first two mistakes are with the prefix: what is left as text, or decoded from base64. */
export type KeyForm =
  | 'whole'
  | 'secret_prefix'
  | 'secret_base64'
  | 'secret_empty'
  | 'secret_undefined'
  | 'secret_null'
  | 'secret_none'
  | 'secret_line_feed'
  | 'secret_quotes'

/** A secret may not have each form. Some are what a program reads if no secret is set: they are the same for each. */
export function keysOf(secrets: readonly string[]): Record<KeyForm, (string | Buffer)[]> {
  const rests = secrets
    .filter(secret => secret.startsWith(WEBHOOK_SECRET_PREFIX))
    .map(secret => secret.slice(WEBHOOK_SECRET_PREFIX.length))
  return {
    whole: [...secrets],
    secret_prefix: rests,
    secret_base64: rests
      .filter(rest => /^[\w+/-]+={0,2}$/.test(rest))
      .map(rest => Buffer.from(rest, 'base64')),
    secret_empty: [''],
    secret_undefined: ['undefined'],
    secret_null: ['null'],
    secret_none: ['None'],
    secret_line_feed: secrets.map(secret => `${secret}\n`),
    secret_quotes: secrets.map(secret => `"${secret}"`),
  }
}
