/** `charges sync`: runs one sync of the archive and prints the result. */

import { PacedCalls } from '../../../api/paging.ts'
import { reportWaits, SLOWER, syncArchive } from '../../../charges/archive-sync.ts'
import type { SyncRun } from '../../../charges/sync-run.ts'
import type { Context } from '../../../cli/context/context.ts'
import { presentObject } from '../../../cli/output/present.ts'
import { Failure } from '../../../shared/failure.ts'
import { formatLocal } from '../../../shared/local-time.ts'
import type { Progress } from '../../../store/archive-writer.ts'
import { formatJson } from '../../../terminal/json.ts'

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
    { label: 'Synced', value: formatLocal(syncedAt!) },
    { label: 'Archived', value: `${archived} of ${total} charges`, paint: out.style.bold },
    { label: 'New', value: String(added) },
    { label: 'Changed', value: String(changed) },
  ])
}

function isComplete({ archived, total, surplus }: Progress): boolean {
  return surplus >= 0 && archived - total === surplus
}

/** Warns about charges that can't be read. Throws Failure (service) if others are missing in the archive. */
function checkComplete({ out }: Context, { gone, order }: SyncRun, end: Progress): void {
  const { archived, total, surplus } = end
  if (gone > 0) {
    out.warn(`the service no longer knows ${gone} of the archived charges: they stay in the archive`)
  }
  if (isComplete(end)) return
  if (archived - total === surplus) {
    const which = { 'newest first': ', the oldest', 'oldest first': ', the newest', none: '', unknown: '' }[
      order
    ]
    out.warn(
      `the service's pages can't show ${-surplus} of its ${total} charges${which}: they are not in the archive`,
    )
    return
  }
  throw new Failure('service', `the service reports ${total} charges, but the archive has ${archived}`, {
    next: 'the archive is not complete; run it again',
  })
}
