/** The keys of an HMAC that programs make of a secret: the right one, and the usual wrong ones. */

import { WEBHOOK_SECRET_PREFIX } from '#contract/limits.ts'

/** The whole secret, or what is left without its prefix: as text, or decoded from base64. */
export type KeyForm = 'whole' | 'secret_prefix' | 'secret_base64'

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
  }
}
