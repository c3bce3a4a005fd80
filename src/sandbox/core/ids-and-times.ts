/** Random ids and secrets, and times as text. */

import { randomBytes } from 'node:crypto'

/** `count` random bytes as hexadecimal digits. */
export function randomHex(count: number): string {
  return randomBytes(count).toString('hex')
}

export function newEventId(): string {
  return `evt_${randomHex(12)}`
}

/** A time in ms as the service writes it; null stays null. */
export function toDateTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
