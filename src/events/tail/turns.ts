/** Several `events tail` of a profile may share an inbox: one has the cursor and works, the others stand by for it. */

import { type Inbox, type Lease, LeaseLost } from '#inbox/inbox.ts'
import { Failure } from '#lib/failure.ts'
import type { RunContext } from '../run.ts'
import { texts } from '../texts.ts'

/** How often one that stands by asks for the cursor, in milliseconds. */
const ASK_MS = 1000

/**
 * Works whenever this process has the cursor, until the work ends by itself. Failure (conflict) if another tail has it and
 * the inbox is not shared.
 *
 * @param work rejects with LeaseLost when another process may have the cursor
 */
export async function inTurns(
  context: RunContext,
  inbox: Inbox,
  work: (lease: Lease) => Promise<void>,
  onStandBy: () => void,
): Promise<void> {
  const { out, host, profile } = context
  for (let [turns, asked] = [0, 0]; ; ) {
    host.signal.throwIfAborted()
    const lease = await inbox.queue.lease('cursor', 'alone')
    if (lease === null) {
      if (!inbox.isShared)
        throw new Failure('conflict', () => texts.otherRuns(profile), { next: texts.stopOther })
      if (asked === 0) onStandBy()
      if (asked === 0 && turns === 0) out.say(() => texts.otherWorks(profile))
      asked++
      await host.clock.sleep(ASK_MS, host.signal)
      continue
    }
    if (asked > 0 || turns > 0) out.say(() => texts.worksNow())
    asked = 0
    turns++
    try {
      return await work(lease)
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
      out.warn(() => texts.standsBy())
    } finally {
      await lease.release()
    }
  }
}
