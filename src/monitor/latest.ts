/** A question that many may ask often: asked at most once a second, one at a time, and waited for only so long. */

import type { Clock } from '#lib/clock.ts'

/** How long an answer counts, and how long a caller waits for one, in milliseconds. */
const FRESH_MS = 1000
export const TIMEOUT_MS = 2000

export class Latest<T> {
  readonly #clock: Clock
  readonly #ask: () => Promise<T>
  #answer: { at: number; value: T } | undefined
  #asking: Promise<T> | undefined

  /** @param ask must not reject */
  constructor(clock: Clock, ask: () => Promise<T>) {
    this.#clock = clock
    this.#ask = ask
  }

  /** The answer, or `late` if there is none in time. */
  async value(late: T): Promise<T> {
    if (this.#answer && this.#clock.monotonic() - this.#answer.at < FRESH_MS) return this.#answer.value
    this.#asking ??= this.#askNow()
    const answered = new AbortController()
    const tooLate = this.#clock.sleep(TIMEOUT_MS, answered.signal).then(
      () => late,
      () => late,
    )
    const value = await Promise.race([this.#asking, tooLate])
    answered.abort()
    return value
  }

  async #askNow(): Promise<T> {
    const value = await this.#ask()
    this.#answer = { at: this.#clock.monotonic(), value }
    this.#asking = undefined
    return value
  }
}
