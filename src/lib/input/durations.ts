import { localized, type Text } from '../language.ts'
import { badValue } from './bad-value.ts'
import { texts } from './texts.ts'

const UNITS_MS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
/** Each unit at most once, the largest first. */
const PARTS = Object.keys(UNITS_MS).map(unit => `(?:(\\d{1,9}(?:\\.\\d{1,6})?)${unit})?`)
const DURATION = new RegExp(`^${PARTS.join('')}$`)

/**
 * A duration such as `500ms`, `90s`, `1.5m`, `1h30m` or `2d`, in milliseconds; NaN for another text.
 *
 * @param unit of a number without one, which is no duration otherwise
 */
export function durationToMs(text: string, unit: 's' | 'm' | '' = ''): number {
  const [whole = '', ...parts] = DURATION.exec(/^[\d.]+$/.test(text) ? text + unit : text) ?? []
  const sizes = Object.values(UNITS_MS)
  const ms = parts.reduce((sum, part = '0', index) => sum + Number(part) * sizes[index]!, 0)
  return whole === '' ? Number.NaN : Math.round(ms)
}

/** The duration of a flag or an argument, in milliseconds. Failure (usage) if it is not valid. */
export function parseDuration(text: string, what: Text, unit: 's' | 'm' = 's'): number {
  const ms = durationToMs(text, unit)
  if (!Number.isNaN(ms)) return ms
  throw badValue(what, { accepts: texts.someDuration, text, example: () => `${localized(what)} 30m` })
}

/** A duration in milliseconds as {@link parseDuration} takes it, in the largest unit without a rest. */
export function durationText(ms: number): string {
  const [unit, size] = Object.entries(UNITS_MS).find(([, size]) => ms % size === 0)!
  return `${ms / size}${unit}`
}
