/** How much may be sent to a target: so many attempts at once, and fewer or none after failures. */

/** With so many events that wait to be sent again no other one is sent: each claim must look past all of them. */
const MOST_WAITING = 1_000
/** A target that has failed so often without a 2xx between is spared: it gets one attempt at a time... */
const FAILURES = 10
/** ...and one in so many milliseconds. */
const APART_MS = 1000

export class Pace {
  readonly #concurrency: number
  /** Attempts that wait for their answer. */
  #sending = 0
  /** Those that have it, and are recorded and shown. */
  #recording = 0
  /** Events that have failed and wait to be sent again. */
  waiting = 0
  #failures = 0
  #lastStart = Number.NEGATIVE_INFINITY

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** How many more attempts may start at a time of the monotonic clock. With one at once, what fails holds back everything. */
  room(now: number): number {
    const inOrder = this.#concurrency === 1
    if (this.waiting >= (inOrder ? 1 : MOST_WAITING) || now < this.sparedUntil) return 0
    const most = this.#failures < FAILURES ? this.#concurrency : 1
    const mostOpen = inOrder ? 1 : 2 * this.#concurrency
    return Math.max(0, Math.min(most - this.#sending, mostOpen - this.#sending - this.#recording))
  }

  /** Nothing is sent before this time. */
  get sparedUntil(): number {
    return this.#failures < FAILURES ? Number.NEGATIVE_INFINITY : this.#lastStart + APART_MS
  }

  started(now: number): void {
    this.#sending++
    this.#lastStart = now
  }

  /** The target has answered, or won't. */
  answered(accepted: boolean): void {
    this.#sending--
    this.#recording++
    this.#failures = accepted ? 0 : this.#failures + 1
  }

  recorded(): void {
    this.#recording--
  }
}
