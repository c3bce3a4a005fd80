/** Random ids and secrets, and times as text. */

import { randomBytes as systemRandomBytes } from 'node:crypto'

export { randomUUID as randomUuid } from 'node:crypto'

/** Read in blocks: one call of the generator for each id would take most of the time of seeding. */
const RANDOM_BLOCK_BYTES = 4096
let block: Uint8Array = new Uint8Array(0)

function randomBytes(count: number): Uint8Array {
  if (block.length < count) block = systemRandomBytes(Math.max(count, RANDOM_BLOCK_BYTES))
  const bytes = block.subarray(0, count)
  block = block.subarray(count)
  return bytes
}

/** `count` random bytes as hexadecimal digits. */
export function randomHex(count: number): string {
  return Buffer.from(randomBytes(count)).toString('hex')
}

/** A time in ms as the service writes it; null stays null. */
export function toDateTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
