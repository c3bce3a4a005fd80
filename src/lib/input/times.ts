/** Reads times that a user types. */

import { foldText, type Span } from '#contract/charge-filter.ts'
import { isoToMs, timestampToMs } from '#contract/timestamp.ts'
import { Failure } from '../failure.ts'
import { localized, type Text } from '../language.ts'
import { brazilianDay, HALF_A_YEAR_MS } from '../local-time.ts'
import { checkTimeZone } from '../time-zone.ts'
import { badValue } from './bad-value.ts'
import { durationToMs } from './durations.ts'
import { texts } from './texts.ts'

/** A day, and perhaps a time on it: `2026-11-20`, `20/11/2026 14:03`, `20/11`, `today 9:00`. */
const TYPED =
  /^(?:(?<year>\d{4})-(?<month>\d\d)-(?<date>\d\d)|(?<dd>\d\d?)\/(?<mm>\d\d?)(?:\/(?<yyyy>\d{4}))?|(?<word>\p{L}[\p{L}\s-]*?))(?:(?:T|\s+)(?<clock>\d.*))?$/iu
const CLOCK = /^(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?$/
/** The day, week or month that a word means, and how many days it begins after that of today. */
const WORDS: ReadonlyMap<string, readonly [unit: Unit, ahead: number]> = new Map([
  ['today', ['day', 0]],
  ['hoje', ['day', 0]],
  ['yesterday', ['day', -1]],
  ['ontem', ['day', -1]],
  ['day-before-yesterday', ['day', -2]],
  ['anteontem', ['day', -2]],
  ['week', ['week', 0]],
  ['semana', ['week', 0]],
  ['month', ['month', 0]],
  ['mes', ['month', 0]],
])
/** The year 1: nothing was sold before that. */
const FIRST_MS = -62_135_596_800_000
const DAY_MS = 86_400_000

/** What {@link parseSince} and {@link parseUntil} read, for help. */
export const SPAN_WORDS = texts.timeWords()

/**
 * A time in milliseconds since the epoch: seconds or milliseconds since the epoch, or what {@link parseSince} reads.
 * Failure (usage) if it is not valid.
 */
export function parseTime(text: string, what: Text, nowMs: number): number {
  return timestampToMs(text) ?? parseSince(text, what, nowMs)
}

/**
 * From when on, in milliseconds since the epoch: a local day (`20/11/2026`, `20/11`, `2026-11-20`, `today`, `hoje`) from its
 * first moment, or a time on it (`20/11 14:03`); a time in ISO 8601; or a duration back (`90m`, to the second; `7d`, to the
 * first moment of that local day). A day without its year is the latest one that isn't in the future. Failure (usage) if it
 * is not valid, or if that day is so long ago that another one may be meant.
 */
export function parseSince(text: string, what: Text, nowMs: number): number {
  return read(text.trim(), what, nowMs, false)
}

/**
 * Up to when, as {@link parseSince} reads it; this moment is not included, but of a day, also `7d`, everything is. A day without its
 * year may also be one that comes within half a year.
 */
export function parseUntil(text: string, what: Text, nowMs: number): number {
  return read(text.trim(), what, nowMs, true)
}

/**
 * The end of a local day, week or month, without a time on it. Failure (usage) for another text, also for how long ago: `7d`
 * could be that day or all since then.
 */
export function parsePeriod(text: string, what: Text, nowMs: number): number {
  const typed = readPeriod(text.trim(), what, nowMs, false)
  if (typed && typed.clock === undefined) return startOfDay(dayAfter(typed))
  throw badValue(what, { accepts: texts.somePeriod, text, example: texts.examplePeriod })
}

/** A local day. Its month begins with 0; a date outside its month is the day that many days further. */
export interface LocalDay {
  year: number
  month: number
  date: number
}

export function dayOf(ms: number): LocalDay {
  const date = new Date(ms)
  return { year: date.getFullYear(), month: date.getMonth(), date: date.getDate() }
}

export const UNITS = ['day', 'week', 'month'] as const
export type Unit = (typeof UNITS)[number]

/** The first day of the day, ISO week or month that a moment is in. */
export function firstDayOf(ms: number, unit: Unit): LocalDay {
  const day = dayOf(ms)
  if (unit === 'day') return day
  if (unit === 'month') return { ...day, date: 1 }
  // The days since Monday.
  return { ...day, date: day.date - ((new Date(ms).getDay() + 6) % 7) }
}

const DAYS: Readonly<Record<Unit, number>> = { day: 1, week: 7, month: 0 }

/** The day after the day, week or month that begins with `first`. */
export function dayAfter({ first, unit }: { first: LocalDay; unit: Unit }): LocalDay {
  const { year, month, date } = first
  return { year, month: unit === 'month' ? month + 1 : month, date: date + DAYS[unit] }
}

/** The first moment of a local day. It is not always 00:00: where the clock is set forward at midnight, it is 01:00. */
export function startOfDay(day: LocalDay): number {
  return localTime(day, [0, 0, 0, 0])
}

function read(text: string, what: Text, nowMs: number, isEnd: boolean): number {
  const back = durationToMs(text)
  if (!Number.isNaN(back)) return timeBack(back, /^\d+d$/.test(text), nowMs, isEnd)
  const ms = isoToMs(text.replace(/^(\d{4}-\d\d-\d\d) /, '$1T'))
  if (ms !== null) return ms
  const typed = readPeriod(text, what, nowMs, isEnd)
  if (typed && typed.clock === undefined) return startOfDay(isEnd ? dayAfter(typed) : typed.first)
  const time = typed?.unit === 'day' ? timeOn(typed.first, `${typed.clock}`) : null
  if (time !== null) return time
  throw notTime(text, what)
}

function timeBack(back: number, isDays: boolean, nowMs: number, isEnd: boolean): number {
  if (isDays) checkTimeZone()
  const { date, ...month } = dayOf(nowMs)
  const days = back / DAY_MS - (isEnd ? 1 : 0)
  const ms = isDays ? startOfDay({ ...month, date: date - days }) : nowMs - back
  // Date has no day that long ago.
  return Math.max(FIRST_MS, ms || FIRST_MS)
}

type TimeParts = Readonly<Record<string, string | undefined>>

/** A day, week or month, and perhaps a time on it; null if there is none. */
function readPeriod(text: string, what: Text, nowMs: number, isEnd: boolean) {
  const parts = TYPED.exec(text)?.groups as TimeParts | undefined
  if (parts === undefined) return null
  checkTimeZone()
  const { word, clock } = parts
  if (word === undefined)
    return { first: dayOfNumbers(parts, text, what, nowMs, isEnd), unit: 'day' as const, clock }
  const [unit, ahead] = WORDS.get(foldText(word).replaceAll(/\s+/g, '-')) ?? []
  if (unit === undefined || ahead === undefined) return null
  const first = firstDayOf(nowMs, unit)
  return { first: { ...first, date: first.date + ahead }, unit, clock }
}

/** Failure (usage) if there is no such day, or if it isn't clear in which year. */
function dayOfNumbers(parts: TimeParts, text: string, what: Text, nowMs: number, isEnd: boolean): LocalDay {
  const given = parts.year ?? parts.yyyy
  const [year, month, date] = [given ?? dayOf(nowMs).year, parts.month ?? parts.mm, parts.date ?? parts.dd]
  const day = { year: Number(year), month: Number(month) - 1, date: Number(date) }
  const { month: sameMonth, date: sameDate } = dayOf(startOfDay(day))
  if (sameMonth !== day.month || sameDate !== day.date) throw notTime(text, what)
  if (given !== undefined || startOfDay(day) <= nowMs) return day
  const before = { ...day, year: day.year - 1 }
  if (nowMs - startOfDay(before) <= HALF_A_YEAR_MS) return before
  if (isEnd) return day
  throw new Failure('usage', () => texts.notThisYear(localized(what), text), {
    next: () => texts.addYear(brazilianDay(isoDay(before))),
  })
}

function notTime(text: string, what: Text): Failure {
  return new Failure('usage', () => texts.notTime(localized(what), text), {
    next: () => texts.timeForm(texts.timeWords()),
  })
}

function isoDay({ year, month, date }: LocalDay): string {
  return [`${year}`.padStart(4, '0'), ...[month + 1, date].map(part => `${part}`.padStart(2, '0'))].join('-')
}

/** Null if the text isn't a time of day. */
function timeOn(day: LocalDay, clock: string): number | null {
  const match = CLOCK.exec(clock)
  if (!match) return null
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(part => Number(part ?? 0))
  const ms = Number((match[4] ?? '').padEnd(3, '0'))
  const isTime = hour < 24 && minute < 60 && second < 60
  return isTime ? localTime(day, [hour, minute, second, ms]) : null
}

/** Date's own constructor takes the year 26 for 1926. */
function localTime(
  { year, month, date }: LocalDay,
  time: [hour: number, minute: number, second: number, ms: number],
): number {
  const start = new Date(2000, 0, 1, ...time)
  start.setFullYear(year, month, date)
  return start.getTime()
}

/** The end of a span without `--until`. */
export const endOfToday: () => string = texts.endOfToday

/** The failure of a span that doesn't end after its start, with the flags as they were given. */
export function emptySpan(flag: string, start: string, end: Text, isFuture = false): Failure {
  return new Failure('usage', () => texts.emptySpan(`${flag} ${start}`, localized(end)), {
    next: () => (isFuture ? texts.notYet(flag) : texts.earlierTime(flag)),
  })
}

/**
 * The span that two flags bound; undefined without them. Failure (usage) if it doesn't end after its start, or begins after
 * today.
 *
 * @param prefix of the flags' names: `--paid-` for `--paid-since` and `--paid-until`
 */
export function readSpan(
  { since, until }: { since?: string | undefined; until?: string | undefined },
  nowMs: number,
  prefix = '--',
): Span | undefined {
  if (since === undefined && until === undefined) return undefined
  const from = since === undefined ? undefined : parseSince(since, `${prefix}since`, nowMs)
  const before = until === undefined ? undefined : parseUntil(until, `${prefix}until`, nowMs)
  if (from !== undefined && before !== undefined && from >= before) {
    throw emptySpan(`${prefix}since`, `${since}`, `${prefix}until ${until}`)
  }
  // Not from now: a script may pass the time of another clock, just after midnight there.
  if (from !== undefined && from >= startOfDay(dayAfter({ first: dayOf(nowMs), unit: 'day' }))) {
    throw emptySpan(`${prefix}since`, `${since}`, endOfToday, true)
  }
  return { from, before }
}
