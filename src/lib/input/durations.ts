import { localized, type Text } from '../language.ts'
import { badValue } from './bad-value.ts'
import { texts } from './texts.ts'

export const DAY_SECONDS = 86_400

export const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: DAY_SECONDS }

/** A duration in seconds. A number without a unit is in `defaultUnit`. Failure (usage) if it is not valid. */
export function parseDuration(text: string, what: Text, defaultUnit: 's' | 'm' = 's'): number {
  const match = /^(\d{1,9})([smhd])?$/.exec(text)
  if (!match) {
    throw badValue(what, { accepts: texts.someDuration, text, example: () => `${localized(what)} 30m` })
  }
  return Number(match[1]) * (UNIT_SECONDS[match[2] ?? defaultUnit] ?? 1)
}

/** A duration in milliseconds as {@link parseDuration} takes it, in the largest unit without a rest. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const units = Object.entries(UNIT_SECONDS).filter(([, size]) => seconds % size === 0)
  const [unit, size] = units.at(-1)!
  return `${seconds / size}${unit}`
}
