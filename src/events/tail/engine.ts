/** What `events tail` does in each step of a run. An event is done when it is shown, or forwarded. */

import { isOfType } from '#contract/delivery.ts'
import { madeAt } from '#contract/realtime.ts'
import { isOnlyTarget } from '#forwarding/routes.ts'
import { BloomFilter } from '#inbox/bloom-filter.ts'
import type { Inbox, Lease } from '#inbox/inbox.ts'
import { Failure, localizedMessage } from '#lib/failure.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { localized } from '#lib/language.ts'
import { plainAddress } from '#lib/plain-address.ts'
import { openTail, type TailItem } from '#realtime/tail.ts'
import { texts as realtimeTexts } from '#realtime/texts.ts'
import { RECORD_MS, type StreamEngine } from '../run.ts'
import type { Stream } from '../stream.ts'
import { texts } from '../texts.ts'
import { TailForwarding } from './forwarding.ts'
import { ProgressSaver } from './progress-saver.ts'
import { ShownEventFilter } from './shown-event-filter.ts'
import { StartCursor } from './start-cursor.ts'
import type { TailOptions, TailView } from './tail.ts'
import type { Totals } from './totals.ts'

interface Parts {
  options: TailOptions
  inbox: Inbox
  /** Of the cursor, if it is saved. */
  lease: Lease | undefined
  /** Over all turns. */
  totals: Totals
  /** What a replay forwards again arrived before this mark; undefined without a replay. */
  againUpTo: number | undefined
}

export class TailEngine implements StreamEngine {
  readonly #stream: Stream<TailView>
  readonly #parts: Parts
  /** The normalized address; cursors are saved for it. */
  readonly #address: string
  readonly #progress: ProgressSaver
  readonly #filter: ShownEventFilter
  readonly forwarding: TailForwarding | undefined
  shown = 0
  #isConnected = false
  #startCursor: StartCursor | undefined
  /** Whether the service has ever accepted the cursor that it began at. */
  wasConnected = false
  #hasSuggested = false

  constructor(stream: Stream<TailView>, parts: Parts) {
    const { inbox, lease, options, againUpTo } = parts
    const { context, shutdown, view, forwardingOptions } = stream
    const { saving } = options
    const address = plainAddress(options.url)
    const filter = new BloomFilter()
    this.#stream = stream
    this.#parts = parts
    this.#address = address
    const progress = new ProgressSaver({
      writing: inbox.writing,
      lease,
      stream: address,
      saving,
      clock: context.host.clock,
      warn: text => view.out.warn(text),
      onLost: error => shutdown.end(error),
    })
    this.#progress = progress
    // A replay shows old events again, and a tail without a cursor ignores earlier runs.
    const hidesShown = saving && options.after === undefined
    if (hidesShown) inbox.shown.fill(filter).catch(() => {})
    else filter.setFilled()
    this.#filter = new ShownEventFilter({ inbox, progress, filter, saving, hidesShown })
    this.forwarding =
      forwardingOptions &&
      new TailForwarding({
        ...forwardingOptions,
        out: view.out,
        againUpTo,
        stream: address,
        onDone: (sequence, madeAt) => progress.done({ processed: sequence }, madeAt),
      })
  }

  async announce(): Promise<void> {
    const { announce, forward } = this.#parts.options
    announce()
    const isOne = forward === undefined || isOnlyTarget(forward.routes)
    await this.#stream.announceRoutes(texts.signedWith, isOne ? undefined : this.forwarding)
  }

  async receive(): Promise<void> {
    const { options, inbox, totals } = this.#parts
    const { shutdown, view, meter } = this.#stream
    const { host, debug } = this.#stream.context
    const { out } = view
    const { clock } = host
    const around = { inbox, stream: this.#address, out, clock, progress: this.#progress }
    const startCursor = await StartCursor.find({ ...options, ...around })
    this.#startCursor = startCursor
    const batches = openTail({
      url: options.url,
      token: options.token,
      after: startCursor.start,
      given: options.after,
      ...networkSettings(host.env),
      clock,
      random: Math.random,
      signal: shutdown.stopIntake,
      onReady: (at, elsewhere) => {
        this.#connected(true)
        startCursor.ready(at, elsewhere)
      },
      onLost: () => this.#connected(false),
      onUnreadable: message => {
        meter?.unreadable()
        totals.unreadable(message, out)
      },
      onStatus: text => {
        out.say(text ?? realtimeTexts.connectedAgain, { connected: text === null })
        this.#suggestSandbox()
      },
      onDebug: debug,
    })
    try {
      // In a function, so that the memory of a batch is free while this waits for the disk and for the next batch.
      while (await this.#handleNext(batches)) await this.#progress.room()
    } finally {
      this.#connected(false)
      await batches.return(undefined)
    }
  }

  /** Once, if there was no connection to the sandbox yet: most often it isn't running. */
  #suggestSandbox(): void {
    if (this.wasConnected || this.#hasSuggested) return
    this.#hasSuggested = true
    const start = this.#parts.options.startSandbox()
    if (start) this.#stream.view.out.note(start)
  }

  #connected(is: boolean): void {
    this.#isConnected = is
    this.wasConnected ||= is
    this.#stream.meter?.connected(is)
  }

  async check(): Promise<void> {
    if (!this.#isConnected) throw new Error('the realtime channel is not connected')
    if (this.#parts.options.saving) await this.#parts.inbox.writing.check()
  }

  /** Whether there is more to handle. */
  async #handleNext(batches: AsyncIterator<readonly TailItem[]>): Promise<boolean> {
    const { shutdown } = this.#stream
    const { lease } = this.#parts
    const { value: batch, done } = await batches.next()
    if (done) return false
    for (const piece of piecesOf(batch)) {
      // After a stop of the process, nobody may have said yet that another tail has the cursor.
      if (lease?.lost.aborted) shutdown.end(lease.lost.reason)
      if (shutdown.stopIntake.aborted) return false
      await this.#handle(piece)
    }
    return !shutdown.stopIntake.aborted
  }

  async drain(forwarded: Promise<void> | undefined): Promise<void> {
    const { shutdown } = this.#stream
    let isSaved = false
    const save = async () => {
      await forwarded
      isSaved = await this.#progress.end()
    }
    await shutdown.withinGrace(save(), RECORD_MS)
    if (shutdown.reachedMax && !isSaved && this.#parts.options.saving) {
      throw new Failure('fault', texts.cursorUnsaved, { next: texts.freeSpace })
    }
  }

  summarize(forwarding: readonly (() => string)[]): void {
    const { out } = this.#stream.view
    if (this.wasConnected) this.#parts.totals.say(out)
    if (forwarding.length > 0) out.say(() => forwarding.map(localized).join(', '))
  }

  writerEnded(why: Error): Failure {
    return new Failure('fault', () => texts.stateUnusable(localizedMessage(why)), {
      next: texts.checkDisk,
      cause: why,
    })
  }

  async #handle(piece: readonly TailItem[]): Promise<void> {
    const { types, max } = this.#parts.options
    const isWanted = ({ type }: TailItem) => types?.some(pattern => isOfType(type, pattern)) ?? true
    const wanted = types === null ? piece : piece.filter(isWanted)
    const fresh = await this.#filter.of(wanted)
    if (fresh.length < wanted.length) {
      this.#stream.context.debug?.(`${wanted.length - fresh.length} left out: shown before`)
    }
    this.#count(piece, wanted, fresh)
    const left = max - this.shown
    const shown = fresh.length > left ? fresh.slice(0, left) : fresh
    const enough = shown.length === left
    // With --max the next run begins after the last event shown.
    const handled = enough ? piece.slice(0, piece.indexOf(shown.at(-1)!) + 1) : piece
    if (types !== null) this.#filter.skipped(handled.filter(item => !isWanted(item)))
    if (this.forwarding) await this.#forward(this.forwarding, handled, new Set(wanted), new Set(fresh), shown)
    else await this.#show(shown, handled)
    if (enough) this.#stream.shutdown.endAtMax()
  }

  #count(piece: readonly TailItem[], wanted: readonly TailItem[], fresh: readonly TailItem[]): void {
    const { meter } = this.#stream
    if (meter === undefined) return
    const [isWanted, isFresh] = [new Set(wanted), new Set(fresh)]
    for (const item of piece) {
      meter.received(isWanted.has(item) && !isFresh.has(item) ? 'duplicate' : 'accepted', item.type)
    }
  }

  /** @param handled all events received up to there, also those that are not shown */
  async #show(items: readonly TailItem[], handled: readonly TailItem[]): Promise<void> {
    const { view } = this.#stream
    if (items.length > 0) {
      await view.show(items)
      this.shown += items.length
      this.#filter.shown(items)
      this.#parts.totals.shown(items.length)
    }
    const last = handled.at(-1)!
    if (this.#startCursor!.watches(handled))
      this.#progress.done({ watched: last.sequence }, madeAt(last.event))
  }

  /** Saves events before they are shown. They are done when they have their 2xx. */
  async #forward(
    forwarding: TailForwarding,
    handled: readonly TailItem[],
    wanted: ReadonlySet<TailItem>,
    fresh: ReadonlySet<TailItem>,
    shown: readonly TailItem[],
  ): Promise<void> {
    const toForward = handled.filter(item => wanted.has(item))
    if (!(await forwarding.save(toForward, fresh))) return
    await this.#show(shown, handled)
    await forwarding.shown(handled, wanted)
    await forwarding.room()
  }
}

/** At most so many events are written together. */
const MAX_PIECE = 500

function* piecesOf(batch: readonly TailItem[]): Generator<readonly TailItem[]> {
  for (let start = 0; start < batch.length; start += MAX_PIECE) yield batch.slice(start, start + MAX_PIECE)
}
