/** Lets a loop rest until something happens or a time has come. */

import type { Clock } from '#lib/clock.ts'

/** The reason for the end of a sleep: a new error for each would take longer than the rest of a turn. */
const STIRRED = new Error('stirred')

export class Turns {
  readonly #clock: Clock
  #stirred = false
  #wake: () => void = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Something has happened: the loop has another turn. */
  wake(): void {
    this.#stirred = true
    this.#wake()
  }

  /**
   * Resolves at the time, or when something has happened since the last turn.
   *
   * @param time by the monotonic clock; Infinity to wait only for {@link wake}
   */
  async next(time: number): Promise<void> {
    const ms = time - this.#clock.monotonic()
    if (!this.#stirred && ms > 0) await this.#rest(ms)
    this.#stirred = false
  }

  async #rest(ms: number): Promise<void> {
    const sleep = new AbortController()
    const woken = new Promise<void>(resolve => {
      this.#wake = () => {
        sleep.abort(STIRRED)
        resolve()
      }
    })
    // setTimeout can't wait for ever.
    await (ms === Number.POSITIVE_INFINITY ? woken : this.#clock.sleep(ms, sleep.signal).catch(() => {}))
    this.#wake = () => {}
  }
}
