/** Spares a target that accepts nothing: then it gets one attempt at a time, and one a second. */

/** After so many failures without a 2xx between them. */
const FAILURES = 10
/** The time from one attempt to the next, in milliseconds. */
const APART_MS = 1000

export class CircuitBreaker {
  #failures = 0
  #lastStart = Number.NEGATIVE_INFINITY

  /** Whether the target accepts nothing at the moment. */
  get isOpen(): boolean {
    return this.#failures >= FAILURES
  }

  /** When the next attempt may start, by the monotonic clock. */
  get nextStart(): number {
    return this.isOpen ? this.#lastStart + APART_MS : Number.NEGATIVE_INFINITY
  }

  started(now: number): void {
    this.#lastStart = now
  }

  ended(accepted: boolean): void {
    this.#failures = accepted ? 0 : this.#failures + 1
  }
}
