/** `charges sync`: runs one sync of the archive and prints the result. */

import { PacedCalls } from '#api/paging.ts'
import { reportWaits, SLOWER, syncArchive } from '#charges/archive/sync.ts'
import type { SyncRun } from '#charges/archive/sync-run.ts'
import type { Progress } from '#charges/archive/writer.ts'
import type { Context } from '#cli/context/context.ts'
import { presentObject } from '#cli/output/present.ts'
import { Failure } from '#lib/failure.ts'
import { formatJson } from '#lib/json.ts'
import { formatLocal } from '#lib/local-time.ts'
import { texts } from './texts.ts'

export async function sync(context: Context, callsPerMinute: number | undefined): Promise<void> {
  const { clock, signal } = context.host
  const { onProgress, onWait } = reportWaits(context)
  const calls = new PacedCalls({ callsPerMinute, clock, signal, slower: SLOWER, onWait })
  const { run, end } = await syncArchive(context, calls, onProgress)
  context.out.clearStatus()
  await show(context, run, end)
  checkComplete(context, run, end)
}

async function show({ out }: Context, { added, changed }: SyncRun, end: Progress): Promise<void> {
  const { syncedAt, archived, total } = end
  const complete = isComplete(end)
  const result = { syncedAt, complete, archived, total, new: added, changed }
  if (out.json) return out.data(formatJson(result))
  await presentObject(out, Object.entries(result), () => [
    { label: texts.synced(), value: formatLocal(syncedAt!) },
    { label: texts.archived(), value: texts.archivedOf(archived, total), paint: out.style.bold },
    { label: texts.new(), value: String(added) },
    { label: texts.changed(), value: String(changed) },
  ])
}

function isComplete({ archived, total, surplus }: Progress): boolean {
  return surplus >= 0 && archived - total === surplus
}

/** Warns about charges that can't be read. Throws Failure (service) if others are missing in the archive. */
function checkComplete({ out }: Context, { gone, order }: SyncRun, end: Progress): void {
  const { archived, total, surplus } = end
  if (gone > 0) {
    out.warn(() => texts.gone(gone))
  }
  if (isComplete(end)) return
  if (archived - total === surplus) {
    out.warn(() => texts.beyondPages(-surplus, total, order))
    return
  }
  throw new Failure('service', () => texts.archiveHas(total, archived), {
    next: texts.runAgain,
  })
}
