/** Which events `webhook replay` sends, as the user chose them. */

import { boolean, string } from '@oclif/core/flags'
import type { InferredFlags } from '@oclif/core/interfaces'
import type { Context } from '#cli/context/context.ts'
import { inboxFlag, secretFileFlag } from '#cli/flags/flags.ts'
import { sendFlags } from '#cli/flags/forwarding.ts'
import type { Inbox, Lease, LogEvent, ReplayChoice } from '#inbox/inbox.ts'
import { Failure } from '#lib/failure.ts'
import { readSpan, SPAN_WORDS } from '#lib/input/times.ts'
import { suggest } from '#lib/suggestion.ts'
import { findEvents } from '../shared/find.ts'
import { texts } from './texts.ts'

export const replayFlags = {
  pending: boolean({ description: texts.pendingFlag() }),
  parked: boolean({ description: texts.parkedFlag() }),
  since: string({ description: texts.sinceFlag(SPAN_WORDS), helpValue: 'TIME' }),
  until: string({ description: texts.untilFlag(), helpValue: 'TIME', dependsOn: ['since'] }),
  to: string({ description: texts.toFlag(), helpValue: 'URL' }),
  ...sendFlags,
  'secret-file': secretFileFlag,
  inbox: inboxFlag,
}

/** `named` are ids of deliveries or events, or their beginnings. */
export type ReplayFlags = InferredFlags<typeof replayFlags> & { named: readonly string[] }

export interface Choice {
  inbox: Inbox
  /** Named by the user, or found by --pending, --parked or --since. */
  how: 'named' | ReplayChoice['which']
  count: number
  /** The end of --until, in milliseconds since the epoch. */
  before?: number | undefined
  /** One at a time: there may be very many. */
  events(): AsyncIterable<LogEvent>
  /** Lets other processes forward again. */
  release(): Promise<void>
}

/** Failure (usage) unless exactly one way of choosing is used. */
export function checkChoice({ named, pending, parked, since }: ReplayFlags): void {
  const ways = [named.length > 0, pending, parked, since !== undefined].filter(isUsed => isUsed).length
  if (ways === 1) return
  throw new Failure('usage', ways === 0 ? texts.whichOnes : texts.exclusive, { next: texts.giveOne })
}

/**
 * Finds the events; null if there are none, which is noted. Failure (not_found, usage) if one is unknown or ambiguous,
 * Failure (conflict) if another process forwards.
 */
export async function choose(context: Context, flags: ReplayFlags): Promise<Choice | null> {
  const { named, parked, since, until } = flags
  if (named.length > 0) return choiceOf(context, named)
  const { host, out } = context
  const received = since === undefined ? undefined : readSpan({ since, until }, host.clock.now())
  const choice: ReplayChoice =
    received === undefined
      ? { which: parked ? 'parked' : 'pending' }
      : { which: 'since', received, exceptPending: false }
  const inbox = await context.inboxIfAny()
  const found = inbox && (await find(context, inbox, choice))
  if (found !== null && found.count > 0) return found
  await found?.release()
  if (since !== undefined) out.note(texts.nothingSince(since, until ?? null))
  else out.note(parked ? texts.nothingParked() : texts.nothingPending())
  return null
}

async function choiceOf(context: Context, named: readonly string[]): Promise<Choice> {
  const { inbox, ids } = await findEvents(context, named)
  return {
    inbox,
    how: 'named',
    count: ids.length,
    events: async function* () {
      for (const id of ids) {
        const event = await inbox.reading.find(id)
        if (event !== null) yield event
      }
    },
    release: async () => {},
  }
}

/**
 * Holds what a forwarder of the profile holds: both would send the same events. With --since, what is pending is left to
 * the forwarder.
 */
async function find({ out }: Context, inbox: Inbox, choice: ReplayChoice): Promise<Choice> {
  const held = await inbox.queue.lease('forwarding', 'alone')
  if (held !== null) return allOf(inbox, choice, held)
  if (choice.which !== 'since') {
    throw new Failure('conflict', texts.otherForwards, { next: [texts.stopOther, seeWhatIs(choice.which)] })
  }
  out.say(suggest('webhook replay', { say: texts.pendingLeftOut, flags: { pending: true } }))
  return allOf(inbox, { ...choice, exceptPending: true })
}

/** @param held is given back even if this fails */
async function allOf(inbox: Inbox, choice: ReplayChoice, held: Lease | null = null): Promise<Choice> {
  const release = async () => held?.release()
  try {
    const mark = await inbox.reading.mark()
    let count = 0
    for await (const ids of inbox.reading.toReplay(choice, mark)) count += ids.length
    const events = () => readEach(inbox, choice, mark, held)
    const before = choice.which === 'since' ? choice.received.before : undefined
    return { inbox, how: choice.which, count, before, events, release }
  } catch (error) {
    await release()
    throw error
  }
}

async function* readEach(inbox: Inbox, choice: ReplayChoice, mark: number, held: Lease | null) {
  for await (const ids of inbox.reading.toReplay(choice, mark)) {
    for (const id of ids) {
      const event = await inbox.reading.find(id)
      if (held?.lost.aborted) {
        const see = choice.which === 'since' ? [] : [seeWhatIs(choice.which)]
        throw new Failure('network', texts.leaseLost, { next: [texts.sentIsRecorded, ...see] })
      }
      // In the meantime another replay may have sent it.
      const isDone = choice.which !== 'since' && event?.forward !== choice.which
      if (event !== null && !isDone) yield event
    }
  }
}

function seeWhatIs(forward: 'pending' | 'parked') {
  const say = forward === 'parked' ? texts.seeParked : texts.seePending
  return suggest('webhook deliveries', { say, flags: { forward } })
}
