/**
 * A secret as it is stored, with the origin it may be sent to: `{"origin":"https://…","secret":"…"}`. The origin
 * in config.json is no more than a copy, so that an edited config.json can't send the secret elsewhere.
 */

import { parseObject } from './json-file.ts'

export function seal(origin: string, secret: string): string {
  return JSON.stringify({ origin, secret })
}

/** What was stored; `origin` is null where the secret stands alone, as early versions kept it. */
export function unseal(text: string): { origin: string | null; secret: string } {
  const parsed = parseObject(text)
  if ('object' in parsed) {
    const { origin, secret } = parsed.object
    if (typeof origin === 'string' && typeof secret === 'string') return { origin, secret }
  }
  return { origin: null, secret: text }
}
