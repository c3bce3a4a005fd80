/**
 * The loop that sends pending deliveries to a target: in order of arrival, each until a 2xx. The inbox on disk says
 * which ones are pending, so a restart of the target or of pixctl loses nothing and repeats nothing that was recorded.
 */

import { type BackOff, backOffMs } from '../shared/back-off.ts'
import type { Attempt } from '../store/inbox/inbox.ts'
import type { ShownAttempt } from '../terminal/delivery.ts'
import { attemptOf, type Sending, sendOnce, shownStart } from './send.ts'

/** A delivery as it is saved. */
export interface Forwardable {
  /** The order of arrival. */
  id: number
  /** The id it is saved under, and the delivery id as it arrived. */
  delivery: string
  given: string
  /** The event's type. */
  event: string
  /** Names and values in turn, one per line. */
  headers: string
  body: Buffer
  /** How often it was sent before. */
  attempts: number
}

/** How an attempt ended. */
export interface ForwardResult extends ShownAttempt {
  delivery: Forwardable
}

export interface ForwardLoopOptions extends Omit<Sending, 'maxSignatureAgeMs'> {
  queue: {
    /** The first delivery, in order of arrival, that has no 2xx yet. */
    next(): Promise<Forwardable | null>
    /** Records an attempt; resolves when it is on the disk, rejects if that fails. */
    attempted(attempt: Attempt): Promise<void>
  }
  signal: AbortSignal
  /** Called with every attempt, after it was recorded. The next attempt waits for it. */
  onAttempt(result: ForwardResult): void | Promise<void>
  /** Called when the inbox can't be read or an attempt can't be recorded; once, until it works again. */
  onFault?(error: unknown): void
  /** From 0 up to 1; spreads the retries of many forwarders. */
  random?: () => number
}

/** The waits before the next attempt. */
const BACK_OFF: BackOff = { firstMs: 500, longestMs: 30_000, spread: [0.75, 1] }
/** How often it checks the inbox by itself: another process may have added something. */
const INBOX_POLL_MS = 1000
/** The wait before recording is tried again. */
const RECORD_AGAIN_MS = 1000
/** The oldest signature that is passed on: far below the five minutes that a target accepts. */
const MAX_SIGNATURE_AGE_MS = 60_000

export class ForwardLoop {
  readonly #options: ForwardLoopOptions
  #sleep = new AbortController()
  #idle = false
  /** The delivery that failed last in this run, and how often in a row. */
  #failing = { id: -1, times: 0 }
  #unreadable = false

  constructor(options: ForwardLoopOptions) {
    this.#options = options
  }

  /**
   * Forwards until the signal aborts and the running attempt has ended. Rejects only with what `onAttempt` or
   * `onFault` threw.
   */
  async run(): Promise<void> {
    const { signal } = this.#options
    const stop = () => this.#sleep.abort()
    signal.addEventListener('abort', stop)
    try {
      while (!signal.aborted) {
        const head = await this.#next()
        if (head) await this.#forward(head)
        else await this.#waitForWork()
      }
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** To be called when something new may be pending. It doesn't shorten the wait after a failed attempt. */
  wake(): void {
    if (this.#idle) this.#sleep.abort()
  }

  async #next(): Promise<Forwardable | null> {
    let head: Forwardable | null = null
    try {
      head = await this.#options.queue.next()
      this.#unreadable = false
    } catch (error) {
      if (!this.#unreadable) this.#options.onFault?.(error)
      this.#unreadable = true
    }
    return head
  }

  /** One attempt: send, record, report, and wait if it failed. */
  async #forward(delivery: Forwardable): Promise<void> {
    const { to, onAttempt } = this.#options
    const sent = await sendOnce(delivery, { ...this.#options, maxSignatureAgeMs: MAX_SIGNATURE_AGE_MS })
    const attempt = attemptOf(delivery.id, to, sent, false)
    if (!(await this.#record(attempt))) return
    const nextMs = attempt.outcome === 'done' ? null : this.#backOff(delivery.id)
    const { status, ms, error, answer } = sent
    const bodyStart = shownStart(answer)
    await onAttempt({ delivery, to, status, ms, attempt: delivery.attempts + 1, error, bodyStart, nextMs })
    if (nextMs === null) return
    await this.#pause(nextMs)
  }

  /**
   * Records an attempt, and says whether it is on the disk. Nothing more is sent until it is: after a crash, a 2xx
   * that wasn't recorded would be sent again. False if the signal aborted first.
   */
  async #record(attempt: Attempt): Promise<boolean> {
    const { queue, signal, onFault } = this.#options
    for (let tries = 1; ; tries++) {
      try {
        await queue.attempted(attempt)
        return true
      } catch (error) {
        if (tries === 1) onFault?.(error)
        if (signal.aborted) return false
        await this.#pause(RECORD_AGAIN_MS)
      }
    }
  }

  #backOff(id: number): number {
    const { random = Math.random } = this.#options
    const times = this.#failing.id === id ? this.#failing.times : 0
    this.#failing = { id, times: times + 1 }
    return Math.round(backOffMs(BACK_OFF, times, random()))
  }

  /** Waits until something may be pending. */
  async #waitForWork(): Promise<void> {
    this.#idle = true
    await this.#pause(INBOX_POLL_MS)
    this.#idle = false
  }

  /** Waits, at most until the signal aborts. */
  async #pause(ms: number): Promise<void> {
    const { clock, signal } = this.#options
    if (signal.aborted) return
    this.#sleep = new AbortController()
    await clock.sleep(ms, this.#sleep.signal).catch(() => {})
  }
}
