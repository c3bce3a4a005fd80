import type { Context } from '#cli/context/context.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

/**
 * What an earlier run has left, which must not be made again, each time it is asked for; null if nothing is left. Another
 * terminal may finish it meanwhile.
 */
export async function unfinishedOf(context: Context): Promise<() => Step | null> {
  const journal = await context.journalIfAny()
  const newest = journal?.unresolved().at(-1)?.id ?? 0
  return () => {
    const left = journal?.unresolved().filter(({ id }) => id <= newest).length ?? 0
    return left === 0 ? null : suggest('charge recover', { say: () => texts.unfinished(left) })
  }
}
