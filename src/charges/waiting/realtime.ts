/**
 * Listens on the realtime channel while a command waits for a charge. Events only say when to read the charge again:
 * nothing is saved, no cursor moves, and no lock is taken.
 */

import type { Clock } from '#lib/clock.ts'
import { saidBy } from '#lib/failure.ts'
import { said } from '#lib/language.ts'
import type { Notes } from '#lib/notes.ts'
import { isText } from '#lib/suggestion.ts'
import type { TailItem, TailOptions } from '#realtime/tail.ts'
import { texts as realtimeTexts } from '#realtime/texts.ts'
import { texts } from './texts.ts'

/** The time between two reads without the channel, in milliseconds: 12 of the 120 calls per minute. */
export const POLL_MS = 5_000
/** The same with the channel, in case an event is lost. */
const SLOW_POLL_MS = 60_000
/** How long to read often after an event of the charge: the service may show the new state a little later. */
const AFTER_EVENT_MS = 60_000

/** Opens the channel for new events; null without a token or an address. */
export type OpenChannel = (
  on: Pick<TailOptions, 'signal' | 'onReady' | 'onLost' | 'onStatus' | 'onUnreadable'>,
) => Promise<AsyncIterable<readonly TailItem[]> | null>

export interface ChargeWatchOptions {
  clock: Clock
  signal: AbortSignal
  out: Pick<Notes, 'note'>
  open: OpenChannel
}

export class ChargeWatch {
  readonly #id: string
  readonly #options: ChargeWatchOptions
  readonly #closed = new AbortController()
  #opened = false
  #up = false
  #hasNews = false
  #readOftenUntil = Number.NEGATIVE_INFINITY
  #noted = false
  #wake = () => {}

  constructor(id: string, options: ChargeWatchOptions) {
    this.#id = id
    this.#options = options
    options.signal.addEventListener('abort', this.#wakeUp)
  }

  /** Starts to listen, if possible. Only the first call does something. */
  open(): void {
    if (this.#opened) return
    this.#opened = true
    this.#listen().catch(error => {
      if (this.#closed.signal.aborted || this.#options.signal.aborted) return
      this.#down()
      this.#options.out.note(texts.polling(saidBy(error), POLL_MS / 1000))
    })
  }

  /** Milliseconds until the next read if no event comes. */
  get intervalMs(): number {
    return this.#up && this.#options.clock.monotonic() >= this.#readOftenUntil ? SLOW_POLL_MS : POLL_MS
  }

  /** Whether the charge may have changed since the last call. */
  takeNews(): boolean {
    const hadNews = this.#hasNews
    this.#hasNews = false
    return hadNews
  }

  /** Sleeps until the time is over, an event comes, or the channel connects or disconnects. */
  async sleep(ms: number): Promise<void> {
    const { clock, signal } = this.#options
    const nap = new AbortController()
    this.#wake = () => nap.abort(nap)
    if (this.#hasNews || signal.aborted) nap.abort(nap)
    try {
      await clock.sleep(ms, nap.signal)
    } catch (reason) {
      if (reason !== nap) throw reason
    }
    signal.throwIfAborted()
  }

  close(): void {
    this.#options.signal.removeEventListener('abort', this.#wakeUp)
    this.#closed.abort()
  }

  async #listen(): Promise<void> {
    const tail = await this.#options.open({
      signal: this.#closed.signal,
      // Events from before the connection are not sent, so read the charge now.
      onReady: () => this.#notify(true),
      onLost: () => this.#down(),
      onUnreadable: message => {
        if (this.#readOftenUntil === Number.POSITIVE_INFINITY) return
        this.#readOftenUntil = Number.POSITIVE_INFINITY
        this.#note(realtimeTexts.unreadable(message))
        this.#notify(this.#up)
      },
      onStatus: step => {
        if (step !== null) this.#note(texts.channel(said(isText(step) ? step : (step.say ?? ''))))
      },
    })
    if (!tail) return
    for await (const batch of tail) {
      if (batch.some(item => mayBeAbout(item, this.#id))) this.#eventCame()
    }
  }

  #eventCame(): void {
    const until = this.#options.clock.monotonic() + AFTER_EVENT_MS
    this.#readOftenUntil = Math.max(this.#readOftenUntil, until)
    this.#notify(this.#up)
  }

  #notify(up: boolean): void {
    this.#up = up
    this.#hasNews = true
    this.#wakeUp()
  }

  /** Prints only the first problem of the channel, not every lost connection. */
  #note(why: string): void {
    if (this.#noted) return
    this.#noted = true
    this.#options.out.note(texts.polling(why, POLL_MS / 1000))
  }

  #down(): void {
    this.#up = false
    this.#wakeUp()
  }

  readonly #wakeUp = () => this.#wake()
}

/** Whether an event may be about this payment: it names the payment (docs/service.md, 2.6), or it names none at all. */
function mayBeAbout({ event, paymentId }: TailItem, id: string): boolean {
  const { paymentId: named, id: own } = dataOf(event)
  const names = [paymentId, named, own].filter(name => typeof name === 'string')
  return names.length === 0 || names.includes(id)
}

function dataOf(envelope: string): { paymentId?: unknown; id?: unknown } {
  try {
    return (JSON.parse(envelope) as { data?: object | null } | null)?.data ?? {}
  } catch {
    return {}
  }
}
