/**
 * The loop that sends pending deliveries to a target: in order of arrival, each until a 2xx. The inbox on disk says
 * which ones are pending, so a restart of the target or of pixctl loses nothing and repeats nothing that was recorded.
 */

import { isSuccess } from '../contract/delivery.ts'
import { type BackOff, backOffMs } from '../shared/back-off.ts'
import type { Clock } from '../shared/clock.ts'
import type { ShownAttempt } from '../terminal/delivery.ts'
import { targetHeaders } from './target-headers.ts'

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

export interface ForwardLoopOptions {
  to: string
  queue: {
    /** The first delivery, in order of arrival, that has no 2xx yet. */
    next(): Forwardable | null
    /** Records an attempt; resolves when it is on the disk, rejects if that fails. */
    attempted(attempt: { id: number; status: number | null; done: boolean }): Promise<void>
  }
  /** Rejects if there is no answer. The caller gives it a time-out and a signal. */
  post: (
    url: string,
    headers: string[],
    body: Uint8Array,
  ) => Promise<{ status: number; body: Buffer; ms: number }>
  /** Signs deliveries whose signature is too old. */
  secret: string
  /** Sent with the headers of the delivery. They replace headers of the same name. */
  extraHeaders: readonly (readonly [string, string])[]
  clock: Clock
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
/** How much of an answer's body is shown, in characters. */
const BODY_START = 200

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
        const head = this.#next()
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

  #next(): Forwardable | null {
    let head: Forwardable | null = null
    try {
      head = this.#options.queue.next()
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
    const { status, ms, error, bodyStart } = await this.#send(delivery)
    const done = isSuccess(status)
    if (!(await this.#record(delivery.id, status, done))) return
    const nextMs = done ? null : this.#backOff(delivery.id)
    await onAttempt({ delivery, to, status, ms, attempt: delivery.attempts + 1, error, bodyStart, nextMs })
    if (nextMs === null) return
    await this.#pause(nextMs)
  }

  async #send(delivery: Forwardable): Promise<Pick<ForwardResult, 'status' | 'ms' | 'error' | 'bodyStart'>> {
    const { to, post, secret, extraHeaders, clock } = this.#options
    const start = clock.monotonic()
    const headers = targetHeaders(delivery, {
      secret,
      nowMs: clock.now(),
      extraHeaders,
      maxSignatureAgeMs: MAX_SIGNATURE_AGE_MS,
    })
    try {
      const { status, body, ms } = await post(to, headers, delivery.body)
      return { status, ms, error: null, bodyStart: bodyStart(body) }
    } catch (error) {
      return { status: null, ms: clock.monotonic() - start, error: (error as Error).message, bodyStart: '' }
    }
  }

  /**
   * Records an attempt, and says whether it is on the disk. Nothing more is sent until it is: after a crash, a 2xx
   * that wasn't recorded would be sent again. False if the signal aborted first.
   */
  async #record(id: number, status: number | null, done: boolean): Promise<boolean> {
    const { queue, signal, onFault } = this.#options
    for (let tries = 1; ; tries++) {
      try {
        await queue.attempted({ id, status, done })
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

/** The start of an answer's body, as text. */
export function bodyStart(body: Buffer): string {
  // A character has at most four bytes, so no shown character is cut.
  const text = body.subarray(0, 4 * BODY_START).toString('utf8')
  return [...text].slice(0, BODY_START).join('')
}
