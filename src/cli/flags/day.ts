/** The argument `[DAY]`, in place of `--since` and `--until`. */

import { string } from '@oclif/core/args'
import { Failure } from '#lib/failure.ts'
import { parsePeriod } from '#lib/input/times.ts'
import { texts } from './texts.ts'

export const dayArg = string({ name: 'DAY', ignoreStdin: true, description: texts.day() })

/**
 * The flags, with that day, week or month as `--since` and `--until`; what isn't over has no end. Failure (usage) if it is none,
 * or if it is given with one of these two flags or of `others`.
 */
export function withDay<Flags extends { since?: string | undefined; until?: string | undefined }>(
  day: string | undefined,
  flags: Flags,
  nowMs: number,
  others: readonly (keyof Flags & string)[] = [],
): Flags {
  if (day === undefined) return flags
  const end = parsePeriod(day, texts.dayName, nowMs)
  const other = ['since' as const, 'until' as const, ...others].find(name => flags[name] !== undefined)
  if (other === undefined) return { ...flags, since: day, until: end > nowMs ? undefined : day }
  throw new Failure('usage', () => texts.notWithDay(`--${other}`), { next: texts.leaveOneOut })
}
