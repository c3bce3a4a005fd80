/** Which deliveries `webhook replay` sends, as the user chose them. */

import type { Context } from '../../../cli/context/context.ts'
import { parseSince } from '../../../cli/flags/times.ts'
import { Failure } from '../../../shared/failure.ts'
import { suggest } from '../../../shared/suggestion.ts'
import type { Delivery, Hold, Inbox, ReplayChoice } from '../../../store/inbox/inbox.ts'
import { findDeliveries } from '../shared/find.ts'

export interface ChoiceFlags {
  /** Delivery ids, or their beginnings. */
  deliveries: readonly string[]
  pending: boolean
  parked: boolean
  /** As the user wrote it. */
  since: string | undefined
}

export interface Choice {
  inbox: Inbox
  /** Named by the user, or found by --pending, --parked or --since. */
  how: 'named' | ReplayChoice['which']
  count: number
  /** One at a time: there may be very many. */
  deliveries(): AsyncIterable<Delivery>
  /** Lets other processes forward again. */
  release(): Promise<void>
}

/** Failure (usage) unless exactly one way of choosing is used. */
export function checkChoice({ deliveries, pending, parked, since }: ChoiceFlags): void {
  const ways = [deliveries.length > 0, pending, parked, since !== undefined].filter(isUsed => isUsed).length
  if (ways === 1) return
  throw new Failure(
    'usage',
    ways === 0
      ? 'which deliveries should be sent?'
      : 'delivery ids, --pending, --parked and --since exclude each other',
    { next: 'give delivery ids, or --pending, or --parked, or --since TIME' },
  )
}

/**
 * Finds the deliveries; null if there are none, which is noted. Failure (not_found, usage) if a delivery is
 * unknown or ambiguous, or if another process forwards what is pending.
 */
export async function choose(context: Context, flags: ChoiceFlags): Promise<Choice | null> {
  const { deliveries, parked, since } = flags
  if (deliveries.length > 0) return named(context, deliveries)
  const { host, out } = context
  const from = since === undefined ? null : parseSince(since, '--since', host.clock.now())
  const inbox = await context.inboxIfAny()
  const found = inbox && (await (parked ? findParked(inbox) : find(context, inbox, from)))
  if (found !== null && found.count > 0) return found
  await found?.release()
  const which = parked ? 'parked' : 'pending'
  out.note(from === null ? `nothing is ${which}` : `nothing was received since ${since}`)
  return null
}

async function named(context: Context, given: readonly string[]): Promise<Choice> {
  const { inbox, ids } = await findDeliveries(context, given)
  return {
    inbox,
    how: 'named',
    count: ids.length,
    deliveries: async function* () {
      for (const id of ids) yield (await inbox.find(id))!
    },
    release: async () => {},
  }
}

/** A second one would send the same deliveries. */
async function findParked(inbox: Inbox): Promise<Choice> {
  const held = await inbox.hold('parked', 'alone')
  if (held !== null) return allOf(inbox, { which: 'parked' }, held)
  throw new Failure('usage', 'another pixctl of this profile is sending what is parked', {
    next: [
      'wait until that one ends',
      suggest('webhook deliveries', { say: 'see what is parked', flags: { forward: 'parked' } }),
    ],
  })
}

/** @param from null for what is pending */
async function find(context: Context, inbox: Inbox, from: number | null): Promise<Choice> {
  const held = await hold(context, inbox, from === null)
  const choice: ReplayChoice =
    from === null ? { which: 'pending' } : { which: 'since', from, exceptPending: held === null }
  return allOf(inbox, choice, held)
}

/** @param held is given back even if this fails */
async function allOf(inbox: Inbox, choice: ReplayChoice, held: Hold | null = null): Promise<Choice> {
  const release = async () => held?.release()
  try {
    const mark = await inbox.mark()
    let count = 0
    for await (const ids of inbox.toReplay(choice, mark)) count += ids.length
    const deliveries = () => readEach(inbox, choice, mark, held)
    return { inbox, how: choice.which, count, deliveries, release }
  } catch (error) {
    await release()
    throw error
  }
}

async function* readEach(
  inbox: Inbox,
  choice: ReplayChoice,
  mark: number,
  held: Hold | null,
): AsyncGenerator<Delivery> {
  for await (const ids of inbox.toReplay(choice, mark)) {
    for (const id of ids) {
      const delivery = await inbox.at(id)
      if (held?.lost.aborted) throw lostHold(choice)
      // In the meantime another replay may have sent it.
      const isDone = choice.which !== 'since' && delivery?.forward !== choice.which
      if (delivery !== null && !isDone) yield delivery
    }
  }
}

function lostHold({ which }: ReplayChoice): Failure {
  const state = which === 'parked' ? 'parked' : 'pending'
  const doing = state === 'parked' ? 'sending' : 'forwarding'
  return new Failure('network', `the inbox was away: another pixctl may be ${doing} what is ${state} now`, {
    next: [
      'what was sent is recorded; the rest was not sent',
      suggest('webhook deliveries', { say: `see what is ${state}`, flags: { forward: state } }),
    ],
  })
}

/**
 * Holds what a forwarder of the profile holds, so that no pending delivery is sent by both. Null if one is running:
 * then what is pending is left to it.
 */
async function hold(context: Context, inbox: Inbox, isPending: boolean): Promise<Hold | null> {
  const held = await inbox.hold('forwarding', 'alone')
  if (held !== null) return held
  if (!isPending) {
    context.out.note('what is pending is left out: another pixctl of this profile is forwarding it')
    return null
  }
  throw new Failure('usage', 'another pixctl of this profile is forwarding what is pending', {
    next: [
      'stop that one first',
      suggest('webhook deliveries', { say: 'see what is pending', flags: { forward: 'pending' } }),
    ],
  })
}
