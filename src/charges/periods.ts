/** Cuts a span of time into local days, weeks or months. */

import { dayAfter, dayOf, firstDayOf, type LocalDay, startOfDay, type Unit } from '#lib/input/times.ts'

/** A time span in milliseconds since the epoch. It includes `from` but not `before`. */
export interface Bounds {
  from: number
  before: number
}

/** A day, week or month. The first and the last one of a span end where the span ends. */
export interface Period extends Bounds {
  /** `2026-11-20`, `2026-W47` (ISO 8601) or `2026-11`. */
  name: string
}

/** The periods of a span, without a gap, also those without a charge. */
export function* periodsOf({ from, before }: Bounds, unit: Unit): Generator<Period> {
  for (let start = from; start < before; ) {
    const next = startOfDay(dayAfter({ first: firstDayOf(start, unit), unit }))
    yield { name: nameOf(start, unit), from: start, before: Math.min(next, before) }
    start = next
  }
}

function nameOf(ms: number, unit: Unit): string {
  const { year, month, date } = dayOf(ms)
  if (unit === 'week') return weekOf({ year, month, date })
  const name = `${padded(year, 4)}-${padded(month + 1, 2)}`
  return unit === 'month' ? name : `${name}-${padded(date, 2)}`
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
