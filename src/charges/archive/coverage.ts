/** Answers from the archive, without the service, a key or a network, and says how complete it is. */

import { boolean } from '@oclif/core/flags'
import type { Context } from '#cli/context/context.ts'
import type { Output } from '#cli/output/output.ts'
import { Failure } from '#lib/failure.ts'
import { inLanguage } from '#lib/language.ts'
import { formatLocal } from '#lib/local-time.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { texts } from '../texts.ts'
import type { Archive, Coverage } from './archive.ts'

export interface Offline {
  archive: Archive
  coverage: Coverage
}

/** @param exclusive the flags that have no meaning without the service */
export const offlineFlag = (exclusive: string[] = []) => boolean({ description: texts.offline(), exclusive })

/** Opens the archive at its current state. Throws Failure (usage) if there was no sync yet. */
export async function openOffline(context: Context): Promise<Offline> {
  const { profile, host } = context.target()
  const archive = await context.archiveIfAny()
  archive?.beginSnapshot()
  const coverage = archive?.coverage() ?? null
  if (archive && coverage) return { archive, coverage }
  throw new Failure('usage', () => texts.noArchive(profile, host), {
    next: suggest('charges sync', { say: texts.toMakeArchive }),
  })
}

/** Says on stderr how complete the archive is. With --json only if the data don't contain that. */
export function tellCoverage(out: Output, coverage: Coverage, isInData: boolean): void {
  if (!out.json) out.note(coverageStep(coverage))
  else if (!isInData) out.say(inLanguage('en', () => coverageStep(coverage)))
}

function coverageStep({ syncedAt, complete, archived, total }: Coverage): Step {
  if (syncedAt === null) {
    return suggest('charges sync', {
      say: texts.firstSyncOpen(archived, total),
    })
  }
  const asOf = texts.asOf(formatLocal(syncedAt))
  if (complete) return asOf
  return archived < total ? texts.archiveHas(asOf, archived, total) : texts.mayMiss(asOf)
}
