/** Reads times that a user types. */

import { timestampToMs } from '../../contract/signature.ts'
import { Failure } from '../../shared/failure.ts'

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?)?$/i

/**
 * Milliseconds since the epoch. Reads ISO 8601 (local time if it has no zone; a date means its first moment), and
 * seconds or milliseconds since the epoch. Failure (usage) if it is not valid.
 */
export function parseTime(text: string, what: string): number {
  const ms = localTime(text) ?? timestampToMs(text.replace(/^(\d{4}-\d\d-\d\d) /, '$1T'))
  if (ms !== null) return ms
  throw new Failure('usage', `${what} is not a time: ${text}`, {
    next: 'write it in ISO 8601: 2026-11-20T14:03:22-03:00, or 2026-11-20T14:03 for local time',
  })
}

function localTime(text: string): number | null {
  const match = LOCAL.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(part => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const ms = Number((match[7] ?? '').padEnd(3, '0'))
  const date = new Date(year, month - 1, day, hour, minute, second, ms)
  // Date reads 30 February as 2 March, and 25:00 as 01:00 of the next day.
  const isThatDay = date.getMonth() === month - 1 && date.getDate() === day
  return isThatDay && hour < 24 && minute < 60 && second < 60 ? date.getTime() : null
}
