/** Copies the inbox of a profile on this machine into a shared one. */

import { type Clock, isoNow, systemClock } from '../../shared/clock.ts'
import { hasState } from '../database.ts'
import type { SharedInbox, Waiting } from './shared.ts'

/** How much of what was copied so far was new. */
export interface Copied {
  deliveries: number
  shown: number
  approvals: number
  cursors: number
}

export interface CopyOptions {
  from: { dataDir: string; profile: string }
  to: SharedInbox
  waiting: Waiting
  /** Called after each commit: how many deliveries were looked at, of how many. */
  onProgress(done: number, total: number): void
  /** Called at the end: how many of the deliveries on this machine are pending. Both inboxes have them now. */
  onPending?(count: number): void
  clock?: Clock | undefined
}

/**
 * Only a slice of it is in memory, and each slice is one commit: after an interruption it can be run again, also while
 * others write both inboxes. What arrives while it runs is copied by the next run.
 */
export async function copyInbox({
  from,
  to,
  waiting,
  onProgress,
  onPending,
  clock = systemClock,
}: CopyOptions): Promise<Copied> {
  const copied = { deliveries: 0, shown: 0, approvals: 0, cursors: 0 }
  const { openCopyIn } = await import('./postgres/open.ts')
  await using target = await openCopyIn(to, from.profile, waiting, clock)
  if (!hasState(from.dataDir, from.profile)) return copied
  const { CopyOut } = await import('./sqlite/copy-out.ts')
  const source = await CopyOut.open(from.dataDir, from.profile)
  try {
    const total = source.count()
    // Read first and written last: whatever is before a place is in the inbox then.
    const cursors = source.cursors()
    const first = source.firstArrival()
    if (first !== null) await target.keepFirstArrival(isoNow(clock))
    let [done, pending] = [0, 0]
    for (const slice of source.deliveries()) {
      waiting.signal.throwIfAborted()
      copied.deliveries += await target.deliveries(slice)
      done += slice.length
      pending += slice.filter(({ state }) => state === 'pending').length
      onProgress(done, total)
    }
    for (const slice of source.shown()) {
      waiting.signal.throwIfAborted()
      copied.shown += await target.shown(slice)
    }
    for (const slice of source.approvals()) {
      waiting.signal.throwIfAborted()
      copied.approvals += await target.approvals(slice)
    }
    if (first !== null) await target.arrivedFrom(first)
    if (cursors.length > 0) copied.cursors = await target.cursors(cursors)
    onPending?.(pending)
    return copied
  } finally {
    source.close()
  }
}
