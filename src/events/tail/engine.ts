/** What `events tail` does in each step of a run. An event is done when it is shown, or forwarded. */

import type { Context, Flags } from '#cli/context/context.ts'
import { startSandboxAt } from '#cli/context/sandbox-profile.ts'
import type { TailFlags, TailOptions } from '#commands/events/tail/options.ts'
import { texts } from '#commands/events/tail/texts.ts'
import { createEventView, type EventView } from '#commands/events/tail/views.ts'
import { madeAt } from '#contract/realtime.ts'
import type { BloomFilter } from '#inbox/bloom-filter.ts'
import type { Inbox, Lease } from '#inbox/inbox.ts'
import { Failure, saidBy } from '#lib/failure.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { said } from '#lib/language.ts'
import { plainAddress } from '#lib/plain-address.ts'
import { openTail, type TailItem } from '#realtime/tail.ts'
import type { Signer } from '#webhooks/signing-secrets.ts'
import { RECORD_MS, type StreamEngine, type StreamRun } from '../stream-run.ts'
import { TailForwarding } from './forwarding.ts'
import { piecesOf } from './pieces.ts'
import { ProgressSaver } from './progress-saver.ts'
import { ShownEventFilter } from './shown-event-filter.ts'
import { StartPlace } from './start-cursor.ts'
import type { Totals } from './totals.ts'

interface Parts {
  inbox: Inbox
  /** Of the cursor, if it is saved. */
  lease: Lease | undefined
  flags: TailFlags & Flags
  options: TailOptions
  url: string
  token: string
  /** Signs forwarded events. */
  signer: Signer | undefined
  /** Over all turns. */
  totals: Totals
}

interface PreparedParts extends Parts {
  /** The normalized address; places are saved for it. */
  stream: string
  filter: BloomFilter
  /** Whether what earlier runs have shown is not shown. */
  hidesShown: boolean
  /** What a replay forwards again arrived before this mark; undefined without a replay. */
  againUpTo: number | undefined
}

export class TailEngine implements StreamEngine {
  readonly #context: Context
  readonly #run: StreamRun
  readonly #parts: PreparedParts
  readonly #view: EventView
  readonly #filter: ShownEventFilter
  readonly #progress: ProgressSaver
  readonly forwarding: TailForwarding | undefined
  /** How many events it has shown. */
  shown = 0
  #isConnected = false
  #startPlace: StartPlace | undefined
  /** Whether the service has ever accepted the place that it began at. */
  wasConnected = false
  #hasSuggested = false

  static async prepare(context: Context, run: StreamRun, parts: Parts): Promise<TailEngine> {
    const { BloomFilter } = await import('#inbox/bloom-filter.ts')
    const { inbox, options, url } = parts
    const filter = new BloomFilter()
    const isReplay = options.after !== undefined
    // A replay shows old events again, and a tail without a cursor ignores earlier runs.
    const hidesShown = options.saving && !isReplay
    if (hidesShown) inbox.shown.fill(filter).catch(() => {})
    else filter.setFilled()
    const againUpTo = isReplay ? await inbox.reading.mark() : undefined
    const stream = plainAddress(url)
    return new TailEngine(context, run, { ...parts, stream, filter, hidesShown, againUpTo })
  }

  private constructor(context: Context, run: StreamRun, parts: PreparedParts) {
    const { inbox, lease, options, stream, filter, hidesShown, againUpTo } = parts
    const { out, forwardingOptions } = run
    const { host } = context
    const { clock } = host
    const { saving } = options
    this.#context = context
    this.#run = run
    this.#parts = parts
    this.#view = createEventView(out, inbox.reading, clock)
    const progress = new ProgressSaver({
      writing: inbox.writing,
      lease,
      stream,
      saving,
      clock,
      warn: text => out.warn(text),
      onLost: error => run.shutdown.end(error),
    })
    this.#progress = progress
    this.#filter = new ShownEventFilter({ inbox, progress, filter, saving, hidesShown })
    this.forwarding =
      forwardingOptions &&
      new TailForwarding({
        ...forwardingOptions,
        againUpTo,
        stream,
        onDone: (sequence, madeAt) => progress.done({ processed: sequence }, madeAt),
      })
  }

  announce(): void {
    const { url, signer } = this.#parts
    this.#context.announce(url)
    if (signer) this.#run.out.say(() => texts.signedWith(signer.said))
  }

  async take(): Promise<void> {
    const { url, token, flags, options, inbox, stream, totals } = this.#parts
    const { out, shutdown } = this.#run
    const { host, debug } = this.#context
    const startPlace = await StartPlace.find({
      ...options,
      inbox,
      stream,
      out,
      clock: host.clock,
      progress: this.#progress,
    })
    this.#startPlace = startPlace
    const batches = openTail({
      url,
      token,
      after: startPlace.start,
      given: options.after,
      ...networkSettings(host.env),
      clock: host.clock,
      random: Math.random,
      signal: shutdown.stopIntake,
      onReady: at => {
        this.#connected(true)
        startPlace.ready(at)
        totals.showRunning(out)
      },
      onLost: () => this.#connected(false),
      onUnreadable: message => {
        this.#run.meter?.unreadable()
        totals.unreadable(message, out)
      },
      onStatus: text => {
        out.say(text ?? texts.connectedAgain, { connected: text === null })
        this.#suggestSandbox()
        totals.showRunning(out)
      },
      onDebug: flags.debug ? line => debug(line) : undefined,
    })
    try {
      // In a function, so that the memory of a batch is free while this waits for the disk and for the next batch.
      while (await this.#takeNext(batches)) await this.#progress.room()
    } finally {
      this.#connected(false)
      await batches.return?.()
    }
  }

  /** Once, if there was no connection to the sandbox yet: most often it isn't running. */
  #suggestSandbox(): void {
    if (this.wasConnected || this.#hasSuggested) return
    this.#hasSuggested = true
    const start = startSandboxAt(this.#context.profile().config.profiles, this.#parts.url)
    if (start) this.#run.out.note(start)
  }

  #connected(is: boolean): void {
    this.#isConnected = is
    this.wasConnected ||= is
    this.#run.meter?.connected(is)
  }

  async check(): Promise<void> {
    if (!this.#isConnected) throw new Error('the realtime channel is not connected')
    if (this.#parts.options.saving) await this.#parts.inbox.writing.check()
  }

  /** Whether there is more to take. */
  async #takeNext(batches: AsyncIterator<readonly TailItem[]>): Promise<boolean> {
    const { stopIntake } = this.#run.shutdown
    const { value: batch, done } = await batches.next()
    if (done) return false
    this.#parts.totals.begin()
    for (const piece of piecesOf(batch)) {
      this.#demandCursor()
      if (stopIntake.aborted) return false
      await this.#take(piece)
    }
    return !stopIntake.aborted
  }

  /** Ends this turn if another tail may have the cursor: after a stop of the process, nobody may have said so yet. */
  #demandCursor(): void {
    const { lease } = this.#parts
    if (lease?.lost.aborted) this.#run.shutdown.end(lease.lost.reason)
  }

  async drain(forwarded: Promise<void> | undefined): Promise<void> {
    const { shutdown } = this.#run
    let isSaved = false
    const save = async () => {
      await forwarded
      isSaved = await this.#progress.end()
    }
    await shutdown.withinGrace(save(), RECORD_MS)
    if (shutdown.reachedMax && !isSaved && this.#parts.options.saving) {
      throw new Failure('fault', texts.cursorUnsaved, {
        next: texts.freeSpace,
      })
    }
  }

  summarize(forwarding: readonly (() => string)[]): void {
    const { out } = this.#run
    if (this.wasConnected) this.#parts.totals.say(out)
    if (forwarding.length > 0) out.say(() => forwarding.map(said).join(', '))
  }

  writerEnded(why: Error): Failure {
    return new Failure('fault', () => texts.stateUnusable(saidBy(why)), {
      next: texts.checkDisk,
      cause: why,
    })
  }

  async #take(piece: readonly TailItem[]): Promise<void> {
    const { types, max } = this.#parts.options
    const wanted = types === null ? piece : piece.filter(({ type }) => types.has(type))
    const fresh = await this.#filter.of(wanted)
    if (fresh.length < wanted.length) {
      this.#context.debug(`${wanted.length - fresh.length} left out: shown before`)
    }
    this.#count(piece, wanted, fresh)
    const left = max - this.shown
    const shown = fresh.length > left ? fresh.slice(0, left) : fresh
    const enough = shown.length === left
    // With --max the next run begins after the last event shown.
    const taken = enough ? piece.slice(0, piece.indexOf(shown.at(-1)!) + 1) : piece
    if (types !== null) this.#filter.skipped(taken.filter(({ type }) => !types.has(type)))
    if (this.forwarding) await this.#forward(this.forwarding, taken, new Set(wanted), new Set(fresh), shown)
    else await this.#show(shown, taken)
    if (enough) this.#run.shutdown.endAtMax()
  }

  #count(piece: readonly TailItem[], wanted: readonly TailItem[], fresh: readonly TailItem[]): void {
    const { meter } = this.#run
    if (meter === undefined) return
    const [isWanted, isFresh] = [new Set(wanted), new Set(fresh)]
    for (const item of piece) {
      meter.received(isWanted.has(item) && !isFresh.has(item) ? 'duplicate' : 'accepted', item.type)
    }
  }

  /** @param taken all events received up to there, also those that are not shown */
  async #show(items: readonly TailItem[], taken: readonly TailItem[]): Promise<void> {
    const { out } = this.#run
    if (items.length > 0) {
      await out.handedOver(await this.#view(items))
      this.shown += items.length
      this.#filter.shown(items)
      this.#parts.totals.shown(items, out)
    }
    const last = taken.at(-1)!
    if (!this.#startPlace!.watches(taken)) return
    this.#progress.done({ watched: last.sequence }, madeAt(last.event))
  }

  /** Saves events before they are shown. They are done when they have their 2xx. */
  async #forward(
    forwarding: TailForwarding,
    taken: readonly TailItem[],
    wanted: ReadonlySet<TailItem>,
    fresh: ReadonlySet<TailItem>,
    shown: readonly TailItem[],
  ): Promise<void> {
    const toForward = taken.filter(item => wanted.has(item))
    if (!(await forwarding.save(toForward, fresh))) return
    await this.#show(shown, taken)
    await forwarding.shown(taken, wanted)
    await forwarding.room()
  }
}
