/** Comparing secrets, and naming them. */

import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a given secret is the right one, in constant time. */
export function isSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret))
}

/** A secret as it can be shown: its prefix and its last four characters. */
export function secretHint(prefix: string, secret: string): string {
  return `${prefix}…${secret.slice(-4)}`
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
