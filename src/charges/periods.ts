/** Cuts a span of time into local hours, days, weeks or months. */

import { dayAfter, dayOf, firstDayOf, type LocalDay, startOfDay, UNITS } from '#lib/input/times.ts'
import { isoLocal } from '#lib/local-time.ts'

export const PERIOD_UNITS = ['hour', ...UNITS] as const
export type PeriodUnit = (typeof PERIOD_UNITS)[number]

/** A time span in milliseconds since the epoch. It includes `from` but not `before`. */
export interface Bounds {
  from: number
  before: number
}

/** An hour, day, week or month. The first and the last one of a span end where the span ends. */
export interface Period extends Bounds {
  /** `2026-11-20T14`, `2026-11-20`, `2026-W47` (ISO 8601) or `2026-11`. */
  name: string
}

/** The periods of a span, without a gap, also those without a charge. */
export function* periodsOf({ from, before }: Bounds, unit: PeriodUnit): Generator<Period> {
  for (let start = from; start < before; ) {
    const next =
      unit === 'hour' ? hourAfter(start) : startOfDay(dayAfter({ first: firstDayOf(start, unit), unit }))
    yield { name: periodName(start, unit), from: start, before: Math.min(next, before) }
    start = next
  }
}

/** When the clock shows another hour. Where it is set back, it shows the same one for longer: that is one period. */
function hourAfter(start: number): number {
  let next = start
  do {
    const clock = new Date(next)
    next += 3_600_000 - (clock.getMinutes() * 60 + clock.getSeconds()) * 1000 - clock.getMilliseconds()
  } while (periodName(next, 'hour') === periodName(start, 'hour'))
  return next
}

/** The name of the period that a moment is in, as in {@link Period}. */
export function periodName(ms: number, unit: PeriodUnit): string {
  if (unit === 'week') return weekOf(dayOf(ms))
  return isoLocal(ms).slice(0, { hour: '2026-11-20T14', day: '2026-11-20', month: '2026-11' }[unit].length)
}

const DAY_MS = 86_400_000

/** The week of ISO 8601: it begins on Monday, and belongs to the year of its Thursday. In UTC each day has 24 hours. */
function weekOf({ year, month, date }: LocalDay): string {
  const day = new Date(Date.UTC(year, month, date))
  const thursday = new Date(day.getTime() + (4 - (day.getUTCDay() || 7)) * DAY_MS)
  const weekYear = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(weekYear, 0, 1)) / (7 * DAY_MS)) + 1
  return `${padded(weekYear, 4)}-W${padded(week, 2)}`
}

const padded = (value: number, length: number) => String(value).padStart(length, '0')
