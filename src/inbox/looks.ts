/**
 * How far a forwarder with several targets has looked. For one of them there may be nothing to do while very much waits for
 * another one that is down, and looking through all of that takes long.
 */

/** A look that takes longer is not made each time, in milliseconds. */
const SHORT_MS = 2
/** After a long one, only what is new is looked at: for so many times as long, but not for longer than this. */
const [TIMES, MOST_MS] = [50, 2000]
/** With several writers, so many arrivals that were numbered before may be saved after. */
const LATE = 2000

export class Looks {
  #newAfter = 0
  #allAt = Number.NEGATIVE_INFINITY

  /** The next look is at what arrived after this, by the order of arrival. */
  after(now: number): number {
    return now >= this.#allAt ? 0 : this.#newAfter
  }

  /** Whether a look at everything took so long (milliseconds) that the next ones shall be only at what is new. */
  isLong(ms: number): boolean {
    return ms >= SHORT_MS
  }

  /** A long look at everything has ended: it has seen what arrived up to `last`. */
  ended(now: number, ms: number, last: number): void {
    this.#allAt = now + Math.min(TIMES * ms, MOST_MS)
    this.#newAfter = Math.max(0, last - LATE)
  }

  /** These can be claimed again. */
  again(ids: readonly number[]): void {
    for (const id of ids) this.#newAfter = Math.min(this.#newAfter, id - 1)
  }
}
