/** Reads times that a user types. */

import type { Span } from '#contract/charge-filter.ts'
import { timestampToMs } from '#contract/signature.ts'
import { Failure } from '../failure.ts'
import { said, type Text } from '../language.ts'
import { formatDay } from '../local-time.ts'
import { usualName } from '../nearest.ts'
import type { Notes } from '../notes.ts'
import { parseDuration } from './durations.ts'
import { texts } from './texts.ts'

const LOCAL = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?)?$/i

/**
 * Milliseconds since the epoch. Reads ISO 8601 (local time if it has no zone; a date means its first moment), and
 * seconds or milliseconds since the epoch. Failure (usage) if it is not valid.
 */
export function parseTime(text: string, what: Text): number {
  const ms = isoTime(text)
  if (ms !== null) return ms
  throw notTime(text, what, texts.isoForm)
}

/** What {@link parseSince} and {@link parseUntil} read, for help. */
export const SPAN_WORDS = texts.spanWords()

/**
 * From when on, in milliseconds since the epoch: a local day (`2026-11-20`, `today`, `yesterday`) from its first
 * moment, a time in ISO 8601, or a duration back (`90m`, to the second; `7d`, to the first moment of that local day).
 * Failure (usage) if it is not valid.
 */
export function parseSince(text: string, what: Text, nowMs: number): number {
  const day = localDay(text, nowMs)
  return day ? startOfDay(day) : instant(text, what, nowMs)
}

/** Up to when, as {@link parseSince} reads it; this moment is not included, but of a day everything is. */
export function parseUntil(text: string, what: Text, nowMs: number): number {
  const day = localDay(text, nowMs)
  return day ? startOfDay({ ...day, date: day.date + 1 }) : instant(text, what, nowMs)
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

/** The first moment of a local day. It is not always 00:00: where the clock is set forward at midnight, it is 01:00. */
export function startOfDay({ year, month, date }: LocalDay): number {
  return localTime([year, month, date, 0, 0, 0, 0])
}

const WORDS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['yesterday', -1],
])
/** The year 1: nothing was sold before that. */
const FIRST_MS = -62_135_596_800_000
const DAY_MS = 86_400_000

function localDay(text: string, nowMs: number): LocalDay | null {
  const offset = WORDS.get(text.toLowerCase())
  if (offset !== undefined) {
    const today = dayOf(nowMs)
    return { ...today, date: today.date + offset }
  }
  const match = /^\d{4}-\d\d-\d\d$/.test(text) ? isoTime(text) : null
  return match === null ? null : dayOf(match)
}

function instant(text: string, what: Text, nowMs: number): number {
  if (/^\d+[smhd]$/.test(text)) {
    const back = parseDuration(text, what) * 1000
    const { date, ...month } = dayOf(nowMs)
    const ms = text.endsWith('d') ? startOfDay({ ...month, date: date - back / DAY_MS }) : nowMs - back
    // Date has no day that long ago.
    return Math.max(FIRST_MS, ms || FIRST_MS)
  }
  // A bare number could be days, seconds or a year.
  const ms = /^[\d.]+$/.test(text) ? null : isoTime(text)
  if (ms !== null) return ms
  const word = usualName(text)
  throw notTime(text, what, texts.timeForm, word !== undefined && WORDS.has(word) ? word : undefined)
}

const BRAZILIAN_DAY = /^(\d\d?)\/(\d\d?)\/(\d{4})$/

/** @param meant the word that is meant */
function notTime(text: string, what: Text, form: Text, meant?: string): Failure {
  const [, date = '', month = '', year] = BRAZILIAN_DAY.exec(text) ?? []
  const day = year === undefined ? text : [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-')
  const last = lastOfMonth(day)
  if (last !== null) {
    return new Failure('usage', () => texts.noSuchDay(said(what), formatDay(day.slice(0, 10))), {
      next: [() => texts.lastOfMonth(last), form],
    })
  }
  const near = meant ?? (year !== undefined && isoTime(day) !== null ? day : undefined)
  return new Failure('usage', () => texts.notTime(said(what), text), {
    next: [...(near === undefined ? [] : [() => texts.didYouMean(near)]), form],
  })
}

/** The last day of the month of a day that its month doesn't have, such as 31 November; null for other text. */
function lastOfMonth(text: string): string | null {
  const [, month = '', date = ''] = /^(\d{4}-(?:0[1-9]|1[0-2]))-(\d\d)(?![\d-])/.exec(text) ?? []
  if (date < '29' || date > '31') return null
  const days = [31, 30, 29, 28].map(each => `${month}-${each}`)
  const last = days.find(day => isoTime(day) !== null)!
  return last < `${month}-${date}` ? last : null
}

function isoTime(text: string): number | null {
  return ownTime(text) ?? timestampToMs(text.replace(/^(\d{4}-\d\d-\d\d) /, '$1T'))
}

/** A time without a zone: it is local. */
function ownTime(text: string): number | null {
  const match = LOCAL.exec(text)
  if (!match) return null
  const numbers = match.slice(1, 7).map(part => Number(part ?? 0))
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers
  const ms = Number((match[7] ?? '').padEnd(3, '0'))
  const date = new Date(localTime([year, month - 1, day, hour, minute, second, ms]))
  // Date reads 30 February as 2 March, and 25:00 as 01:00 of the next day.
  const isThatDay = date.getMonth() === month - 1 && date.getDate() === day
  return isThatDay && hour < 24 && minute < 60 && second < 60 ? date.getTime() : null
}

type Parts = [year: number, month: number, date: number, hour: number, minute: number, s: number, ms: number]

/** Date's own constructor takes the year 26 for 1926. */
function localTime([year, month, date, ...time]: Parts): number {
  const day = new Date(2000, 0, 1, ...time)
  day.setFullYear(year, month, date)
  return day.getTime()
}

/** The failure of a span that doesn't end after its start, with the flags as they were given. */
export function emptySpan(flag: string, start: string, end: Text, isFuture = false): Failure {
  return new Failure('usage', () => texts.emptySpan(`${flag} ${start}`, said(end)), {
    next: () => (isFuture ? texts.notYet(flag) : texts.earlierTime(flag)),
  })
}

/**
 * The span that two flags bound; undefined without them. Failure (usage) if it doesn't end after its start.
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
  return { from, before }
}

/** The end of a span without `--until`. */
export const endOfToday: () => string = texts.endOfToday

/**
 * Warns if a span begins after today, whenever it ends: nothing is in it yet. It isn't refused, because a script may pass
 * the time of another clock, just after midnight there.
 *
 * @param start undefined if the flag isn't given
 */
export function warnIfAfterToday(
  out: Pick<Notes, 'warn'>,
  flag: string,
  start: string | undefined,
  nowMs: number,
): void {
  if (start === undefined || parseSince(start, flag, nowMs) < parseUntil('today', flag, nowMs)) return
  out.warn(() => texts.emptySpan(`${flag} ${start}`, endOfToday()))
}
