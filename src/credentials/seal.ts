/**
 * A secret is stored together with the origin it may be sent to: `{"origin":"https://…","secret":"…"}`. The origin in
 * config.json is only a copy, so changing config.json can't send the secret to another host.
 */

import { parseObject } from './json-file.ts'

export function seal(origin: string, secret: string): string {
  return JSON.stringify({ origin, secret })
}

/** Reads a stored secret. `origin` is null for one that an early version stored without it. */
export function unseal(text: string): { origin: string | null; secret: string } {
  const parsed = parseObject(text)
  if ('object' in parsed) {
    const { origin, secret } = parsed.object
    if (typeof origin === 'string' && typeof secret === 'string') return { origin, secret }
  }
  return { origin: null, secret: text }
}
