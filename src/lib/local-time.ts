/** Formats dates and durations for people. */

import { isoToMs } from '#contract/timestamp.ts'
import { escapeControls } from './escape.ts'
import { language } from './language.ts'
import { texts } from './texts.ts'

/**
 * A date-time of the service (ISO 8601 with its zone) in the local zone, as `2026-11-20 14:03:22`; in Portuguese as
 * `20/11/2026 14:03:22`. Text that isn't a date-time is returned unchanged, with control characters escaped.
 */
export function formatLocal(iso: string): string {
  if (language() === 'pt-BR') return formatBrazilian(iso) ?? escapeControls(iso)
  const local = localParts(iso)
  return local ? `${local.day.join('-')} ${local.time}` : escapeControls(iso)
}

/** A point in time, in milliseconds since the epoch, as {@link formatLocal} writes it. */
export function formatLocalTime(ms: number): string {
  return formatLocal(new Date(ms).toISOString())
}

/** A date-time as {@link formatLocal} writes it, without its date if that is today's. */
export function timeOfDay(iso: string, now: number): string {
  return timeOfToday(iso, now) ?? formatLocal(iso)
}

/** The time of a date-time, if it is of today; otherwise null. */
export function timeOfToday(iso: string, now: number): string | null {
  const local = formatLocal(iso)
  const today = formatLocalTime(now).slice(0, '20/11/2026 '.length)
  return local.startsWith(today) ? local.slice(today.length) : null
}

/** As {@link timeOfDay}, without the seconds. */
export function minuteOfDay(iso: string, now: number): string {
  return timeOfDay(iso, now).replace(/(\d\d:\d\d):\d\d$/, '$1')
}

/** A date-time as Brazilians write it, `20/11/2026 14:03:22`; null for text that isn't a date-time. */
export function formatBrazilian(iso: string): string | null {
  const local = localParts(iso)
  return local && `${local.day.toReversed().join('/')} ${local.time}`
}

/** A local day, `2026-11-20`, for people: in Portuguese `20/11/2026`. Other text is returned unchanged. */
export function formatDay(day: string): string {
  return language() === 'pt-BR' ? brazilianDay(day) : day
}

/** A local day, `2026-11-20`, as Brazilians write it: `20/11/2026`. */
export function brazilianDay(day: string): string {
  return day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')
}

/** A time or a day within it needs no year. */
export const HALF_A_YEAR_MS = 183 * 86_400_000

/**
 * A date-time of the service for a list, where room is scarce: like `ls -l` without its year if that is this year or the
 * time is near, otherwise without its time of day. Text that isn't a date-time is as for {@link formatLocal}.
 *
 * @param now in milliseconds since the epoch
 */
export function formatBrief(iso: string, now: number): string {
  if (!localParts(iso)) return escapeControls(iso)
  const ms = Date.parse(iso)
  const isThisYear = new Date(ms).getFullYear() === new Date(now).getFullYear()
  const isNear = Math.abs(now - ms) < HALF_A_YEAR_MS
  return isThisYear || isNear ? formatMoment(ms) : formatLocal(iso).slice(0, '2026-11-20'.length)
}

/** The parts of a date-time of the service in the local zone. */
function localParts(iso: string): { day: string[]; time: string } | null {
  const ms = isoToMs(iso)
  if (ms === null) return null
  const date = new Date(ms)
  const day = [padded(date.getFullYear(), 4), padded(date.getMonth() + 1), padded(date.getDate())]
  const time = [padded(date.getHours()), padded(date.getMinutes()), padded(date.getSeconds())]
  return { day, time: time.join(':') }
}

/** A point in time, in milliseconds since the epoch, as ISO 8601 in the local zone: `2026-11-20T00:00:00-03:00`. */
export function isoLocal(ms: number): string {
  const minutes = -new Date(ms).getTimezoneOffset()
  const [date = ''] = new Date(ms + minutes * 60_000).toISOString().split(/(?:\.000)?Z$/)
  const zone = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
    .map(part => padded(part))
    .join(':')
  return `${date}${minutes < 0 ? '-' : '+'}${zone}`
}

/**
 * The local zone and its distance from UTC: `America/Sao_Paulo (-03:00)`. Both distances if the clock changes between two
 * moments, in milliseconds since the epoch.
 */
export function localZone(...moments: number[]): string {
  const { timeZone }: { timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions()
  const distances = new Set(moments.map(ms => isoLocal(ms).slice(-'-03:00'.length)))
  // The system may have a zone without a name.
  return timeZone === undefined ? [...distances].join(', ') : `${timeZone} (${[...distances].join(', ')})`
}

/** The milliseconds left, rounded up, as `29:58` or `1:29:58`; from one day on in days and hours. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds >= 86_400) return formatDuration(seconds * 1000)
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`
}

/** The milliseconds left, rounded down to what a glance takes in: `45 s`, `18 min`, `1 h 05 min`, `2 d 3 h`. */
export function formatLeft(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60),
  ]
  if (days > 0) return `${days} d ${hours % 24} h`
  if (hours > 0) return `${hours} h ${padded(minutes % 60)} min`
  return minutes > 0 ? `${minutes} min` : `${seconds} s`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A point in time, in milliseconds since the epoch, as `21 Nov 16:38` in the local zone; in Portuguese as `21/11 16:38`. */
export function formatMoment(ms: number): string {
  const date = new Date(ms)
  return `${formatShortDay(ms)} ${padded(date.getHours())}:${padded(date.getMinutes())}`
}

/** The local day of a point in time, without its year: `21 Nov`; in Portuguese `21/11`. */
export function formatShortDay(ms: number): string {
  const date = new Date(ms)
  if (language() === 'pt-BR') return `${padded(date.getDate())}/${padded(date.getMonth() + 1)}`
  return `${date.getDate()} ${MONTHS[date.getMonth()]}`
}

function padded(value: number, length = 2): string {
  return String(value).padStart(length, '0')
}

const UNITS = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1000 },
] as const

/**
 * A duration in milliseconds in its two largest units, rounded down: `6 min 12 s`, `2 d 3 h`, `45 s`;
 * under a second `850 ms`. A negative duration is `0 ms`.
 */
export function formatDuration(ms: number): string {
  const first = UNITS.findIndex(unit => ms >= unit.ms)
  if (first === -1) return `${Math.max(0, Math.floor(ms))} ms`
  const large = UNITS[first]!
  const small = UNITS[first + 1]
  const parts = [`${Math.floor(ms / large.ms)} ${large.name}`]
  const rest = small ? Math.floor((ms % large.ms) / small.ms) : 0
  if (small && rest > 0) parts.push(`${rest} ${small.name}`)
  return parts.join(' ')
}

/**
 * How far a time is from another, for example `6 min 12 s ago, 1 min 12 s too old`, or `2 min in the future`.
 *
 * @param skewMs the other time minus this one
 * @param beyondMs by how much that is too far; 0 if it isn't
 * @param other the other time in words: `it arrived`; null for now
 */
export function formatSkew(skewMs: number, beyondMs: number, other: string | null): string {
  const span = formatDuration(Math.abs(skewMs))
  const isPast = skewMs >= 0
  const text = other === null ? texts.fromNow(span, isPast) : texts.fromOther(span, isPast, other)
  return beyondMs <= 0 ? text : `${text}, ${texts.beyond(formatDuration(beyondMs), isPast)}`
}
