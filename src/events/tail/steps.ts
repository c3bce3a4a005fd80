/**
 * What `events tail` does with the events that the channel brings: it puts them into the log, shows them, and marks them as
 * shown in the commit that moves the cursor. Each step is over before the next one begins, so whatever ends the process
 * between two of them, nothing is missing after the next start (docs/decisions/state.md#one-log).
 */

import { createHash } from 'node:crypto'
import { deliveryHeaders, isOfType } from '#contract/delivery.ts'
import { hasOwnId, madeAt } from '#contract/realtime.ts'
import type { Forwarding } from '#forwarding/forwarding.ts'
import { headerType } from '#forwarding/send.ts'
import { type Arrival, type Inbox, type Inserted, type Lease, LeaseLost } from '#inbox/inbox.ts'
import { AT_ANY_TIME } from '#inbox/model.ts'
import { type Clock, isoNow } from '#lib/clock.ts'
import { localizedMessage } from '#lib/failure.ts'
import { RecentIds } from '#lib/recent-ids.ts'
import type { Meter } from '#monitor/monitor.ts'
import type { TailItem } from '#realtime/batches.ts'
import { texts } from '../texts.ts'
import type { TailView } from './tail.ts'

/** How long to wait before a write that failed is tried again, in milliseconds. */
const AGAIN_MS = 1000
/** At most so many events are written together. */
const MAX_PIECE = 2_500
/** How many events a run remembers at least. */
const REMEMBERED = 25_000

export interface StepsOptions {
  writing: Pick<Inbox['writing'], 'insert' | 'shown'>
  /** Of the cursor; undefined for a run that saves none. */
  lease: Lease | undefined
  /** The channel's address, as plainAddress writes it. */
  stream: string
  forwarding: Pick<Forwarding, 'hasTarget' | 'wake'> | undefined
  /** Whether what earlier runs have shown is shown again. */
  isReplay: boolean
  /** {@link Arrival.againAfter}, of a replay that forwards. */
  againAfter: number | undefined
  /** Types that are shown and forwarded, or families of them; null for all. */
  types: readonly string[] | null
  max: number
  totals: { events: number }
  view: Pick<TailView, 'out' | 'show'>
  meter: Meter | undefined
  /** Called when so many events were shown in total, before that is saved. */
  onMaxShown(): void
  clock: Clock
  /** Aborts when nothing new should begin. */
  stop: AbortSignal
}

export class Steps {
  readonly #options: StepsOptions
  /** What this run has shown: a replay asks nothing else, and a run without a cursor neither. */
  readonly #shown = new RecentIds(REMEMBERED)
  /** Resolves when where it begins is saved, or can't be. Rejects with LeaseLost. */
  beginning: Promise<void> = Promise.resolve()
  /** When the last event that the cursor covers was made. */
  #reachedAt = AT_ANY_TIME
  /** Whether the last commit of the cursor succeeded. */
  isSaved = true

  constructor(options: StepsOptions) {
    this.#options = options
  }

  /**
   * It listens now, for the first time or again.
   *
   * @param sequence what the stream continues after; undefined if the service doesn't say it
   * @param reachedAt what comes was made after this time, in ISO 8601
   */
  saveBeginning(sequence: string | undefined, reachedAt: string): void {
    this.#reachedAt = reachedAt
    if (sequence === undefined) return
    this.beginning = this.#save([], sequence)
    this.beginning.catch(() => {})
  }

  /**
   * Takes events through all steps. What can't be written is tried again until the signal: nothing is shown before it is in the
   * log. Rejects with LeaseLost, and if the reader is gone.
   */
  async take(batch: readonly TailItem[]): Promise<void> {
    const { lease, stop } = this.#options
    await this.beginning
    for (let rest = batch; rest.length > 0 && !stop.aborted; ) {
      // After a stop of the process, nobody may have said yet that another tail has the cursor.
      lease?.lost.throwIfAborted()
      const piece = rest.slice(0, this.#pieceOf(rest))
      await this.#takePiece(piece)
      rest = rest.slice(piece.length)
    }
  }

  /** How many events are taken at once: none beyond the last line of --max, because the next run shows them. */
  #pieceOf(items: readonly TailItem[]): number {
    const { max, totals } = this.#options
    let left = max - totals.events
    let count = 0
    while (count < Math.min(items.length, MAX_PIECE) && left > 0) {
      if (this.#isWanted(items[count++]!)) left--
    }
    return count
  }

  #isWanted({ type }: TailItem): boolean {
    return this.#options.types?.some(pattern => isOfType(type, pattern)) ?? true
  }

  async #takePiece(items: readonly TailItem[]): Promise<void> {
    const { view, forwarding, clock, max, totals, onMaxShown } = this.#options
    const logged = await this.#log(items)
    if (logged === undefined) return
    forwarding?.wake()
    const fresh = items.flatMap((item, index) => {
      const inserted = logged[index]
      return this.#isFresh(item, inserted) ? { item, inserted } : []
    })
    if (fresh.length > 0) await view.show(fresh)
    totals.events += fresh.length
    if (totals.events === max) onMaxShown()
    const last = items.at(-1)!
    const madeMs = Date.parse(madeAt(last.event) ?? this.#reachedAt)
    // The service's clock may be ahead of this one, and not every database has years before 1.
    this.#reachedAt = new Date(Math.max(0, Math.min(madeMs, clock.now()))).toISOString()
    const numbers = fresh.flatMap(({ inserted }) => inserted?.id ?? [])
    await this.#save(numbers, last.sequence)
  }

  /** Undefined if it was stopped before all are in the log. Nothing is kept for a run without a cursor and without a target. */
  #log(items: readonly TailItem[]): Promise<readonly Inserted[] | undefined> {
    const { writing, lease, forwarding, clock, stream, againAfter } = this.#options
    if (!lease && !forwarding) return Promise.resolve([])
    const receivedAt = isoNow(clock)
    const arrivals = items.map(item => {
      const forward = (this.#isWanted(item) && forwarding?.hasTarget(item.type)) ?? false
      return arrivalOf(item, stream, { receivedAt, forward, againAfter: forward ? againAfter : undefined })
    })
    return this.#again(() => Promise.all(arrivals.map(arrival => writing.insert(arrival))), texts.cannotSave)
  }

  /** Whether an event is shown: each once, unless a replay shows it again. */
  #isFresh(item: TailItem, inserted: Inserted | undefined): boolean {
    const { lease, isReplay, meter } = this.#options
    const { id, type, store } = item
    const isWanted = this.#isWanted(item)
    const hidesShown = lease !== undefined && !isReplay
    const isFresh =
      isWanted &&
      !(hidesShown && inserted?.isShown) &&
      this.#shown.add(inserted ? String(inserted.id) : JSON.stringify([store, id]))
    meter?.received(isFresh || !isWanted ? 'accepted' : 'duplicate', type)
    return isFresh
  }

  async #save(events: readonly number[], sequence: string): Promise<void> {
    const { writing, lease, stream } = this.#options
    if (!lease) return
    const cursor = { stream, sequence, reachedAt: this.#reachedAt }
    const save = async () => {
      await writing.shown({ events, cursor }, lease)
      return true
    }
    this.isSaved = (await this.#again(save, texts.cursorUnsavedYet)) ?? false
  }

  /** Does it, again each second while it fails, and a last time when it is stopped; undefined if that failed too. */
  async #again<T>(work: () => Promise<T>, warning: (why: string) => string): Promise<T | undefined> {
    const { view, clock, stop } = this.#options
    for (let tries = 1; ; tries++) {
      const isLast = stop.aborted
      try {
        return await work()
      } catch (error) {
        if (error instanceof LeaseLost) throw error
        if (tries === 1 && !stop.aborted) view.out.warn(() => warning(localizedMessage(error)))
        if (isLast) return undefined
        await clock.sleep(AGAIN_MS, stop).catch(() => {})
      }
    }
  }
}

function arrivalOf(
  item: TailItem,
  stream: string,
  rest: Pick<Arrival, 'receivedAt' | 'forward' | 'againAfter'>,
): Arrival {
  const { event, id, type, store, paymentId = null } = item
  const delivery = deliveryOf(item, stream)
  const headers = deliveryHeaders(headerType(type), { id: delivery, signature: null })
  return {
    channel: 'realtime',
    delivery,
    type,
    eventId: hasOwnId(item) ? id : null,
    store,
    paymentId,
    headers: headers.join('\n'),
    body: Buffer.from(event),
    ...rest,
  }
}

/** The delivery id for an event. The same event always gets the same id. */
function deliveryOf(item: TailItem, stream: string): string {
  const { id, sequence } = item
  const isOwn = hasOwnId(item)
  if (isOwn && /^[\w.:-]{1,100}$/.test(id)) return `realtime_${id}`
  const parts = isOwn ? [id] : [stream, sequence]
  return `realtime_${createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)}`
}
