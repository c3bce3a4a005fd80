/** Reads points in time as programs write them. */

const DECIMAL = /^\d{1,16}(\.\d{1,9})?$/
const ISO_8601 = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i
/** Numbers from here on are milliseconds. Seconds reach it in the year 5138, milliseconds passed it in 1973. */
export const FIRST_MILLISECONDS = 1e11
/** The last point in time that a Date can hold. */
const LAST_MS = 8.64e15

/** Seconds, milliseconds or ISO 8601 with its zone (docs/decisions/webhooks.md#signature-timestamp); null for other text. */
export function timestampToMs(text: string): number | null {
  if (!DECIMAL.test(text)) return isoToMs(text)
  const value = Number(text)
  const ms = Math.round(value < FIRST_MILLISECONDS ? value * 1000 : value)
  return ms <= LAST_MS ? ms : null
}

/** ISO 8601 with its zone; without one the time is ambiguous. Null for other text. */
export function isoToMs(text: string): number | null {
  const [matched, year, month, day] = ISO_8601.exec(text) ?? []
  const ms = matched === undefined ? Number.NaN : Date.parse(text)
  // Date reads 30 February as 2 March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  return Number.isNaN(ms) || !isDay ? null : ms
}
