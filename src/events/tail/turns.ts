/**
 * Several tails of a profile may share an inbox: one has the cursor and works, the others stand by, and one of them goes
 * on when it stops or is cut off.
 */

import type { Context } from '#cli/context/context.ts'
import { texts } from '#commands/events/tail/texts.ts'
import { type Inbox, type Lease, LeaseLost } from '#inbox/inbox.ts'
import { Failure } from '#lib/failure.ts'

/** How often a tail that stands by asks for the cursor, in milliseconds. */
const ASK_MS = 1000

/**
 * Works whenever this process has the cursor, until the work ends by itself. Failure (usage) if another tail has it and
 * the inbox is not shared.
 *
 * @param work rejects with LeaseLost when another process may have the cursor
 * @param onStandBy called when it begins to stand by
 */
export async function inTurns(
  context: Context,
  inbox: Inbox,
  work: (lease: Lease) => Promise<void>,
  onStandBy: () => void = () => {},
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const lease = await nextTurn(context, inbox, isFirst, onStandBy)
    try {
      return await work(lease)
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
      context.out.warn(() => texts.standsBy())
    } finally {
      await lease.release()
    }
  }
}

async function nextTurn(
  context: Context,
  inbox: Inbox,
  isFirst: boolean,
  onStandBy: () => void,
): Promise<Lease> {
  const { out, host } = context
  const { profile } = context.profile()
  for (let tries = 1; ; tries++) {
    host.signal.throwIfAborted()
    const lease = await inbox.queue.lease('cursor', 'alone')
    if (lease !== null) {
      if (tries > 1 || !isFirst) out.say(() => texts.worksNow())
      return lease
    }
    if (!inbox.isShared) throw otherTail(profile)
    if (tries === 1) onStandBy()
    if (isFirst && tries === 1) {
      out.say(() => texts.otherWorks(profile))
    }
    await host.clock.sleep(ASK_MS, host.signal)
  }
}

function otherTail(profile: string): Failure {
  return new Failure('usage', () => texts.otherRuns(profile), {
    next: texts.stopOther,
  })
}
