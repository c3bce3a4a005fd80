/** The rate limit per key: a sliding window over the accepted calls (docs/service.md, 8). */

import { RATE_WINDOW_MS } from '#contract/limits.ts'

export class RateLimiter {
  readonly #limit: number
  /** The times of the accepted calls in the last window, oldest first, by key. */
  readonly #calls = new Map<string, number[]>()

  /** `limit` calls in any 60 seconds. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Counts a call at `now` (ms). Returns 0 if it is accepted, otherwise how many whole seconds (at least 1) to wait.
   * A refused call isn't counted.
   */
  check(key: string, now: number): number {
    const calls = (this.#calls.get(key) ?? []).filter(time => time > now - RATE_WINDOW_MS)
    this.#calls.set(key, calls)
    if (calls.length < this.#limit) {
      calls.push(now)
      return 0
    }
    const oldest = calls[0] ?? now
    return Math.max(1, Math.ceil((oldest + RATE_WINDOW_MS - now) / 1000))
  }
}
