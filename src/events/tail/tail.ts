/**
 * `events tail`: shows the events of the realtime channel. Several tails of a profile may share an inbox: one has the cursor
 * and works, the others stand by, and one of them goes on when it stops or is cut off.
 */

import { demandSameTargets } from '#forwarding/same-targets.ts'
import { type Inbox, type Lease, LeaseLost } from '#inbox/inbox.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import type { Notes } from '#lib/notes.ts'
import type { Suggestion } from '#lib/suggestion.ts'
import type { Monitor, MonitorAddress } from '#monitor/monitor.ts'
import type { TailItem } from '#realtime/tail.ts'
import type { GracefulShutdown } from '../graceful-shutdown.ts'
import { watchedInbox, withInbox } from '../open-inbox.ts'
import { runStream } from '../run.ts'
import { type SignedForward, Stream, type StreamContext } from '../stream.ts'
import { texts } from '../texts.ts'
import { TailEngine } from './engine.ts'
import { Totals } from './totals.ts'

/** Where a tail says what it does; src/cli/output/output.ts does it. */
export interface TailOutput extends Notes {
  readonly json: boolean
  readonly logsJson: boolean
}

export interface TailView {
  readonly out: TailOutput
  /** Resolves when the reader has all of them; rejects if that is no longer possible. */
  show(items: readonly TailItem[]): Promise<void>
}

export interface TailOptions {
  json: boolean | undefined
  /** The realtime channel. */
  url: string
  token: string
  /** The sequence where a replay begins. */
  after: string | undefined
  /** Whether the cursor is saved. */
  saving: boolean
  /** Types, or families of them; null for all. */
  types: readonly string[] | null
  max: number
  forward: SignedForward | undefined
  monitor: MonitorAddress | undefined
  createView(shutdown: GracefulShutdown, inbox: Inbox): TailView
  /** Says which account is used. */
  announce(): void
  /** The command that starts the sandbox at the address of the channel; undefined if that is none of a sandbox. */
  startSandbox(): Suggestion | undefined
}

/** Shows events. Returns when `--max` is reached; otherwise throws the reason why it ended. */
export async function tailEvents(context: StreamContext, options: TailOptions): Promise<void> {
  const { forward, createView } = options
  let [shown, isReplayed] = [0, false]
  const totals = new Totals(options.json === true)
  const turn = async (inbox: Inbox, lease: Lease | undefined, monitor: Monitor | undefined) => {
    // A replay is made once, and --max counts over all turns.
    const after = isReplayed ? undefined : options.after
    const left = { ...options, after, max: options.max - shown }
    const stream = new Stream(context, { inbox, forward, monitor, createView })
    const againUpTo = after === undefined ? undefined : await inbox.reading.mark()
    const engine = new TailEngine(stream, { options: left, inbox, lease, totals, againUpTo })
    // It may have been lost since it was acquired, while the inbox was away.
    if (lease) stream.shutdown.endWith(lease.lost)
    try {
      await runStream(stream, engine)
    } finally {
      shown += engine.shown
      isReplayed ||= engine.wasConnected
    }
  }
  try {
    await withInbox(context, 'realtime', options.monitor, async (inbox, monitor) => {
      if (forward) await demandSameTargets(inbox.queue, forward.routes, context)
      if (!options.saving) return turn(inbox, undefined, monitor)
      const standBy = () => monitor?.watch(watchedInbox(inbox, context.host.signal))
      await inTurns(context, inbox, lease => turn(inbox, lease, monitor), standBy)
    })
  } catch (error) {
    // If it was stopped while it stood by, its last turn has not said it.
    if (error instanceof Stopped && !totals.isEmpty) totals.say(context.out)
    throw error
  }
}

/** How often a tail that stands by asks for the cursor, in milliseconds. */
const ASK_MS = 1000

type TurnContext = Pick<StreamContext, 'out' | 'profile'> & {
  host: Pick<StreamContext['host'], 'clock' | 'signal'>
}

/**
 * Works whenever this process has the cursor, until the work ends by itself. Failure (usage) if another tail has it and
 * the inbox is not shared.
 *
 * @param work rejects with LeaseLost when another process may have the cursor
 */
export async function inTurns(
  context: TurnContext,
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
  { out, host, profile }: TurnContext,
  inbox: Inbox,
  isFirst: boolean,
  onStandBy: () => void,
): Promise<Lease> {
  for (let tries = 1; ; tries++) {
    host.signal.throwIfAborted()
    const lease = await inbox.queue.lease('cursor', 'alone')
    if (lease !== null) {
      if (tries > 1 || !isFirst) out.say(() => texts.worksNow())
      return lease
    }
    if (!inbox.isShared)
      throw new Failure('conflict', () => texts.otherRuns(profile), { next: texts.stopOther })
    if (tries === 1) {
      onStandBy()
      if (isFirst) out.say(() => texts.otherWorks(profile))
    }
    await host.clock.sleep(ASK_MS, host.signal)
  }
}
