/** The timer for the next charge that expires. Which one is next may change before that. */

import type { Clock } from '#lib/clock.ts'

/** The time of day may be set forward, and timers stand still while a machine sleeps. So it looks at least this often. */
const LONGEST_WAIT_MS = 30_000

export class ExpiryTimer {
  readonly #clock: Clock
  readonly #onDue: () => void
  #deadline: number | null = null
  #cancel = () => {}

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock
    this.#onDue = onDue
  }

  /** Calls back at this time (ms) and no other; never if it is null. */
  set(deadline: number | null): void {
    if (deadline === this.#deadline) return
    this.stop()
    if (deadline === null) return
    this.#deadline = deadline
    this.#wait(deadline)
  }

  #wait(deadline: number): void {
    const wait = Math.min(deadline - this.#clock.now(), LONGEST_WAIT_MS)
    this.#cancel = this.#clock.setTimer(wait, () => {
      if (this.#clock.now() < deadline) return this.#wait(deadline)
      this.#deadline = null
      this.#onDue()
    })
  }

  stop(): void {
    this.#cancel()
    this.#deadline = null
  }
}
