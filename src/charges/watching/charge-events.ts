/**
 * Listens on the realtime channel while a command waits for charges. Events only say which charge to read again: nothing is
 * saved, no cursor moves, and no lock is taken.
 */

import type { Clock } from '#lib/clock.ts'
import { localizedMessage } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import type { Notes } from '#lib/notes.ts'
import { isText } from '#lib/suggestion.ts'
import type { TailItem, TailOptions } from '#realtime/batches.ts'
import { texts as realtimeTexts } from '#realtime/texts.ts'
import { texts } from './texts.ts'

/** The time between two readings without the channel, in milliseconds: 12 of the 120 calls per minute. */
export const POLL_MS = 5_000
/** The time between two readings with the channel, in milliseconds: an event may be lost. */
const SLOW_POLL_MS = 60_000
/** How long to read often after an event of a charge: the service may show the new state a little later. */
const READ_OFTEN_MS = 60_000

/** Opens the channel for new events; null without a token or an address. */
export type OpenChannel = (
  on: Pick<TailOptions, 'signal' | 'onReady' | 'onLost' | 'onStatus' | 'onUnreadable'>,
) => Promise<AsyncIterable<readonly TailItem[]> | null>

interface ChargeEventsOptions {
  clock: Clock
  signal: AbortSignal
  out: Pick<Notes, 'note'>
  open: OpenChannel
}

export class ChargeEvents {
  readonly #followed: (names: readonly string[]) => readonly string[]
  readonly #options: ChargeEventsOptions
  readonly #closed = new AbortController()
  #opened = false
  #ids = new Set<string>()
  #everything = false
  #readOftenUntil = Number.NEGATIVE_INFINITY
  #noted = false
  #wakeNap = () => {}

  /** @param followed of the ids that an event names for its payment, those to read again */
  constructor(followed: (names: readonly string[]) => readonly string[], options: ChargeEventsOptions) {
    this.#followed = followed
    this.#options = options
    options.signal.addEventListener('abort', this.wake)
  }

  /** Starts to listen, if possible. Only the first call does something. */
  open(): void {
    if (this.#opened) return
    this.#opened = true
    this.#listen().catch(error => {
      if (this.#closed.signal.aborted || this.#options.signal.aborted) return
      this.#down()
      this.#note(localizedMessage(error))
    })
  }

  /** Whether there is a channel, as far as is known; false without a token or an address. */
  hasChannel = true

  /** Whether the channel is connected. */
  isUp = false

  /** Milliseconds until the next read if no event comes. */
  get intervalMs(): number {
    return this.isUp && this.#options.clock.monotonic() >= this.#readOftenUntil ? SLOW_POLL_MS : POLL_MS
  }

  /** The service may show a new state from now on, or a little later. */
  readOften(): void {
    const until = this.#options.clock.monotonic() + READ_OFTEN_MS
    this.#readOftenUntil = Math.max(this.#readOftenUntil, until)
  }

  /**
   * What may have changed since the last call: charges by their ids, or everything if nothing says what has changed.
   */
  drain(): { ids: ReadonlySet<string>; everything: boolean } {
    const news = { ids: this.#ids, everything: this.#everything }
    this.#ids = new Set()
    this.#everything = false
    return news
  }

  /** Sleeps until the time is over, an event comes, the channel connects or disconnects, or {@link wake} is called. */
  async sleep(ms: number): Promise<void> {
    const { clock, signal } = this.#options
    const nap = new AbortController()
    this.#wakeNap = () => nap.abort(nap)
    if (this.#everything || this.#ids.size > 0 || signal.aborted) nap.abort(nap)
    try {
      await clock.sleep(ms, nap.signal)
    } catch (reason) {
      if (reason !== nap) throw reason
    }
    signal.throwIfAborted()
  }

  close(): void {
    this.#options.signal.removeEventListener('abort', this.wake)
    this.#closed.abort()
  }

  async #listen(): Promise<void> {
    const tail = await this.#options.open({
      signal: this.#closed.signal,
      // Events from before the connection are not sent, so read everything now.
      onReady: () => {
        this.isUp = true
        this.#readEverything()
      },
      onLost: () => this.#down(),
      onUnreadable: message => {
        if (this.#readOftenUntil === Number.POSITIVE_INFINITY) return
        this.#readOftenUntil = Number.POSITIVE_INFINITY
        this.#note(realtimeTexts.unreadable(message))
        this.#readEverything()
      },
      onStatus: step => {
        if (step !== null) this.#note(texts.channel(localized(isText(step) ? step : (step.say ?? ''))))
      },
    })
    this.hasChannel = tail !== null
    if (!tail) return
    for await (const batch of tail) for (const item of batch) this.#handle(item)
  }

  /** An event may be about any charge if it names none (docs/service.md, 2.6). */
  #handle(item: TailItem): void {
    const names = namesIn(item)
    const followed = this.#followed(names)
    if (names.length > 0 && followed.length === 0) return
    this.readOften()
    for (const id of followed) this.#ids.add(id)
    if (names.length === 0) this.#readEverything()
    else this.wake()
  }

  #readEverything(): void {
    this.#everything = true
    this.wake()
  }

  /** Prints only the first problem of the channel, not every lost connection. */
  #note(why: string): void {
    if (this.#noted) return
    this.#noted = true
    this.#options.out.note(texts.polling(why, POLL_MS / 1000))
  }

  #down(): void {
    this.isUp = false
    this.wake()
  }

  /** Ends a {@link sleep}. */
  readonly wake = () => this.#wakeNap()
}

/** The ids by which an event names its payment; none if it can't be read. */
function namesIn({ event, paymentId }: TailItem): string[] {
  let data: { paymentId?: unknown; id?: unknown } | null | undefined
  try {
    data = JSON.parse(event)?.data
  } catch {}
  return [paymentId, data?.paymentId, data?.id].filter(name => typeof name === 'string')
}
