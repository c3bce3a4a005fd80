import type { Centavos } from '#contract/money.ts'
import { requestOf } from '../creations/create.ts'
import type { Journal } from '../creations/journal.ts'

const RECENT_MS = 30 * 86_400_000
/** Of fewer charges nobody can say what is usual. */
const FEWEST = 10
/** So many times the median is far. */
const FAR = 10

/**
 * From which amount on one may be a slip of the finger: more than all that this machine charged in the last 30 days, and many
 * times their median. Infinity if that can't be said.
 */
export function unusualFrom(journal: Journal, baseUrl: string, now: number): number {
  const bodies = journal.bodiesSince(baseUrl, new Date(now - RECENT_MS).toISOString())
  const charged = bodies.flatMap<Centavos>(body => requestOf(body)?.amount ?? []).sort((a, b) => a - b)
  if (charged.length < FEWEST) return Number.POSITIVE_INFINITY
  return Math.max(charged.at(-1)! + 1, FAR * charged[Math.floor(charged.length / 2)]!)
}
