/** Cuts a span of time into local hours, days, weeks or months. */

import { dayAfter, dayOf, firstDayOf, type LocalDay, startOfDay, UNITS } from '#lib/input/times.ts'

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
    yield { name: nameOf(start, unit), from: start, before: Math.min(next, before) }
    start = next
  }
}

const HOUR_MS = 3_600_000

/** When the clock shows another hour. Where it is set back, it shows the same one for longer: that is one period. */
function hourAfter(start: number): number {
  let next = start
  do {
    const clock = new Date(next)
    next += HOUR_MS - (clock.getMinutes() * 60 + clock.getSeconds()) * 1000 - clock.getMilliseconds()
  } while (nameOf(next, 'hour') === nameOf(start, 'hour'))
  return next
}

function nameOf(ms: number, unit: PeriodUnit): string {
  const { year, month, date } = dayOf(ms)
  if (unit === 'week') return weekOf({ year, month, date })
  const name = `${padded(year, 4)}-${padded(month + 1, 2)}`
  if (unit === 'month') return name
  const day = `${name}-${padded(date, 2)}`
  return unit === 'hour' ? `${day}T${padded(new Date(ms).getHours(), 2)}` : day
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
