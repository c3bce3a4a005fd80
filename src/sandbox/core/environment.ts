/** The sandbox's source of random bytes. Tests give their own. */

import { randomBytes } from 'node:crypto'

/** Where ids and secrets come from. Must be unpredictable outside tests. */
export interface Random {
  bytes(count: number): Uint8Array
}

/** Read in blocks: one call of the generator for each id would take most of the time of seeding. */
const RANDOM_BLOCK_BYTES = 4096
let block: Uint8Array = new Uint8Array(0)

export const systemRandom: Random = {
  bytes(count) {
    if (block.length < count) block = randomBytes(Math.max(count, RANDOM_BLOCK_BYTES))
    const bytes = block.subarray(0, count)
    block = block.subarray(count)
    return bytes
  },
}

/** `count` random bytes as hexadecimal digits. */
export function randomHex(random: Random, count: number): string {
  return Buffer.from(random.bytes(count)).toString('hex')
}

/** A random UUID (RFC 9562, version 4). */
export function randomUuid(random: Random): string {
  const bytes = Uint8Array.from(random.bytes(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** A time in ms as the service writes it; null stays null. */
export function toDateTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
