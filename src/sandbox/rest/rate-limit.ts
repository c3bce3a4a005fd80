/** How many calls a key may make (docs/service.md, 5). */

import { RATE_WINDOW_MS } from '#contract/limits.ts'

export class RateLimiter {
  readonly #limit: number
  /** The times of the accepted calls in the last window, oldest first, by key. */
  readonly #calls = new Map<string, number[]>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Counts a call at `now` (ms) and returns 0; or refuses it, and returns the seconds to wait (whole, at least 1). */
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
