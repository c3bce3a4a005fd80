/**
 * Several tails of a profile may share an inbox: one has the cursor and works, the others stand by, and one of them goes
 * on when it stops or is cut off.
 */

import type { Context } from '../../../cli/context/context.ts'
import { Failure, saidBy } from '../../../shared/failure.ts'
import { type Hold, type Inbox, isAway, LostHold } from '../../../store/inbox/inbox.ts'
import { texts } from './texts.ts'

/** How often a tail that stands by asks for the cursor, in milliseconds. */
const ASK_MS = 1000

/**
 * Works whenever this process has the cursor, until the work ends by itself. Failure (usage) if another tail has it and
 * the inbox is not shared.
 *
 * @param work rejects with LostHold when another process may have the cursor, and if the inbox is away
 * @param onStandBy called when it begins to stand by
 */
export async function inTurns(
  context: Context,
  inbox: Inbox,
  work: (hold: Hold) => Promise<void>,
  onStandBy: () => void = () => {},
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const hold = await nextTurn(context, inbox, isFirst, onStandBy)
    try {
      return await work(hold)
    } catch (error) {
      const why = whyLost(error)
      if (why === null) throw error
      context.out.warn(texts.standsBy(why))
    } finally {
      await hold.release()
    }
  }
}

/** Null if it isn't for that reason that the work has ended. */
function whyLost(error: unknown): string | null {
  if (error instanceof LostHold) return texts.mayBeTakenOver()
  return isAway(error) ? saidBy(error) : null
}

async function nextTurn(
  context: Context,
  inbox: Inbox,
  isFirst: boolean,
  onStandBy: () => void,
): Promise<Hold> {
  const { out, host } = context
  const { profile } = context.profile()
  for (let tries = 1; ; tries++) {
    host.signal.throwIfAborted()
    const hold = await ask(inbox)
    if (hold !== null) {
      if (tries > 1 || !isFirst) out.say(texts.worksNow())
      return hold
    }
    if (!inbox.isShared) throw otherTail(profile)
    if (tries === 1) onStandBy()
    if (isFirst && tries === 1) {
      out.say(texts.otherWorks(profile))
    }
    await host.clock.sleep(ASK_MS, host.signal)
  }
}

/** Null while another process has the cursor, or a shared inbox is away. */
async function ask(inbox: Inbox): Promise<Hold | null> {
  try {
    return await inbox.hold('cursor', 'alone')
  } catch (error) {
    if (isAway(error)) return null
    throw error
  }
}

function otherTail(profile: string): Failure {
  return new Failure('usage', () => texts.otherRuns(profile), {
    next: texts.stopOther,
  })
}
