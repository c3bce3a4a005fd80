/** `events tail`: receives the events of the realtime channel. What becomes of them is in `steps.ts`. */

import type { Unreadable } from '#contract/realtime.ts'
import type { Inbox, Inserted, Lease, SavedCursor } from '#inbox/inbox.ts'
import { AT_ANY_TIME } from '#inbox/model.ts'
import { isoNow } from '#lib/clock.ts'
import { aborted } from '#lib/ending.ts'
import { Failure } from '#lib/failure.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { localized } from '#lib/language.ts'
import { formatMoment } from '#lib/local-time.ts'
import type { Notes } from '#lib/notes.ts'
import { plainAddress } from '#lib/plain-address.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import type { Monitor } from '#monitor/monitor.ts'
import { watchedInbox } from '#monitor/start.ts'
import { openTail, type TailItem } from '#realtime/batches.ts'
import { texts as realtimeTexts } from '#realtime/texts.ts'
import { withInbox } from '../open-inbox.ts'
import { type Opened, RECORD_MS, Run, type RunContext, type RunView, type SourceOptions } from '../run.ts'
import { texts } from '../texts.ts'
import { Steps } from './steps.ts'
import { inTurns } from './turns.ts'

export interface ShownEvent {
  item: TailItem
  /** Undefined if it isn't in the log. */
  inserted: Inserted | undefined
}

export interface TailView extends RunView {
  readonly out: Notes & { readonly logsJson: boolean }
  /** Resolves when the reader has all of them; rejects if that is no longer possible. */
  show(events: readonly ShownEvent[]): Promise<void>
}

export interface TailOptions extends SourceOptions<TailView> {
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
  /** The command that starts the sandbox at the address of the channel; undefined if that is none of a sandbox. */
  startSandbox(): Suggestion | undefined
}

/** Shows events. Returns when `--max` is reached; otherwise throws the reason why it ended. */
export async function tailEvents(context: RunContext, options: TailOptions): Promise<void> {
  const { forward, saving } = options
  const totals = new Totals(options.json === true)
  let { after } = options
  const turn = async (inbox: Inbox, lease: Lease | undefined, monitor: Monitor | undefined) => {
    const againAfter = forward && after !== undefined ? await inbox.reading.attemptMark() : undefined
    const turn = { options: { ...options, after }, lease, totals, againAfter }
    const run = new TailRun(context, turn, { inbox, monitor })
    // It may have been lost since it was acquired, while the inbox was away.
    if (lease) aborted(lease.lost).then(() => run.shutdown.end(lease.lost.reason))
    try {
      await run.run()
    } finally {
      // A replay is made once.
      if (run.wasConnected) after = undefined
    }
  }
  await withInbox(context, 'realtime', options, async (inbox, monitor) => {
    if (!saving) return turn(inbox, undefined, monitor)
    const standBy = () => monitor?.watch(watchedInbox(inbox, context.host.signal))
    await inTurns(context, inbox, lease => turn(inbox, lease, monitor), standBy)
  })
}

interface Turn {
  options: TailOptions
  /** Of the cursor, if it is saved. */
  lease: Lease | undefined
  /** Over all turns. */
  totals: Totals
  /** {@link Arrival.againAfter}, of a replay that forwards. */
  againAfter: number | undefined
}

class TailRun extends Run<TailView> {
  readonly #turn: Turn
  /** Cursors are saved for it. */
  readonly #address: string
  readonly #steps: Steps
  #isConnected = false
  /** Whether the service has ever accepted the cursor that it began at. */
  wasConnected = false

  constructor(context: RunContext, turn: Turn, opened: Opened) {
    super(context, turn.options, opened)
    const { forwarding, view, meter, shutdown } = this
    const { lease, totals, againAfter } = turn
    const { url, after, types, max } = turn.options
    this.#turn = turn
    this.#address = plainAddress(url)
    this.#steps = new Steps({
      ...{ writing: this.inbox.writing, forwarding, view, meter, clock: context.host.clock },
      ...{ lease, againAfter, types, max, totals, stream: this.#address, isReplay: after !== undefined },
      stop: shutdown.stopIntake,
      onMaxShown: () => shutdown.endAtMax(),
    })
  }

  protected announce(): Promise<void> {
    this.#turn.options.announce()
    return this.announceRoutes()
  }

  protected override async check(): Promise<void> {
    if (!this.#isConnected) throw new Error('the realtime channel is not connected')
    if (this.#turn.lease || this.forwarding) await super.check()
  }

  protected async receive(): Promise<void> {
    const { lease, options, totals } = this.#turn
    const { context, inbox, shutdown, view, meter } = this
    const { url, token, after } = options
    const { env, clock } = context.host
    const saved = lease && after === undefined ? await inbox.cursors.of(this.#address) : null
    let hasSuggested = false
    const batches = openTail({
      ...{ url, token, clock, ...networkSettings(env), random: Math.random, onDebug: context.debug },
      after: after ?? saved?.sequence,
      given: after,
      signal: shutdown.stopIntake,
      onReady: (at, elsewhere) => this.#ready(saved, at, elsewhere),
      onLost: () => this.#connected(false),
      onUnreadable: message => {
        meter?.unreadable()
        totals.unreadable(message, view.out)
      },
      onStatus: text => {
        view.out.say(text ?? realtimeTexts.connectedAgain, { connected: text === null })
        // Once, if there was no connection to the sandbox yet: most often it isn't running.
        const start = this.wasConnected || hasSuggested ? undefined : options.startSandbox()
        hasSuggested = true
        if (start) view.out.note(start)
      },
    })
    try {
      // In a function, so that the memory of a batch is free while this waits for the next one.
      while (await this.#takeNext(batches));
    } finally {
      this.#connected(false)
      await batches.return(undefined)
      await this.#steps.beginning.catch(() => {})
    }
  }

  /** The channel is connected, for the first time or again. From here on the cursor is saved, even if no event follows. */
  #ready(saved: SavedCursor | null, at: string | undefined, elsewhere: string | undefined): void {
    const { lease, options } = this.#turn
    const { out } = this.view
    const isFirst = !this.wasConnected
    this.#connected(true)
    // --after counts only when the service has accepted it.
    const begin = isFirst ? (options.after ?? at) : at
    // Without a cursor, only events from now on come. Those after --after may be of any age.
    const anew = options.after === undefined ? isoNow(this.context.host.clock) : AT_ANY_TIME
    if (isFirst || begin !== undefined) this.#steps.saveBeginning(begin, saved?.reachedAt ?? anew)
    if (!isFirst) return
    const start = options.after ?? saved?.sequence
    out.note(`${startText(start, saved?.reachedAt)}${out.logsJson ? '' : texts.pressCtrlC()}`)
    if (elsewhere !== undefined) out.note(texts.channelIsAt(elsewhere))
    if (lease && (start ?? at) === undefined) out.say(texts.nothingSavedYet)
  }

  #connected(is: boolean): void {
    this.#isConnected = is
    this.wasConnected ||= is
    this.meter?.connected(is)
  }

  /** Whether there is more to take. */
  async #takeNext(batches: AsyncIterator<readonly TailItem[]>): Promise<boolean> {
    const { value: batch = [], done } = await batches.next()
    await this.#steps.take(batch)
    return !done && !this.shutdown.stopIntake.aborted
  }

  protected async drain(ending: Promise<unknown>): Promise<void> {
    const { shutdown } = this
    await shutdown.withinGrace(ending, RECORD_MS)
    if (shutdown.reachedMax && !this.#steps.isSaved) {
      throw new Failure('fault', texts.cursorUnsaved, { next: texts.freeSpace })
    }
  }

  protected summarize(forwarding: readonly (() => string)[]): void {
    const { out } = this.view
    if (this.wasConnected) this.#turn.totals.say(out)
    if (forwarding.length > 0) out.say(() => forwarding.map(localized).join(', '))
  }
}

function startText(start: string | undefined, reachedAt = AT_ANY_TIME): string {
  if (start === undefined) return texts.fromNowOn()
  if (reachedAt === AT_ANY_TIME) return texts.continuingAfter(start)
  return texts.continuingFrom(formatMoment(Date.parse(reachedAt)), start)
}

/** What was shown over all turns: how many events, and how many messages could not be read. */
class Totals {
  readonly #json: boolean
  /** How many were shown. */
  events = 0
  #unreadable = 0
  readonly #named = new Set<Unreadable['what']>()

  constructor(json: boolean) {
    this.#json = json
  }

  /** A message can't be read. Each thing that can be wrong is said once. */
  unreadable(message: Unreadable, out: Notes): void {
    this.#unreadable++
    if (!this.#named.has(message.what)) warnOfMissed(out, () => realtimeTexts.unreadable(message))
    this.#named.add(message.what)
  }

  /** Prints the summary for a person, and for anybody how many messages could not be read. */
  say(out: Notes): void {
    if (this.#unreadable > 0) warnOfMissed(out, () => texts.unreadable(this.#unreadable))
    if (!this.#json) out.say(() => texts.shown(this.events), { events: this.events })
  }
}

function warnOfMissed(out: Notes, why: () => string): void {
  out.warn(suggest('reconcile', { say: () => `${why()}: ${realtimeTexts.mayBeMissed()}` }))
}
