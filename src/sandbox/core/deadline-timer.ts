/** A timer for the next deadline, which may change before it is reached. */

import type { Clock } from '../../shared/clock.ts'

export class DeadlineTimer {
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
    this.#cancel = this.#clock.setTimer(deadline - this.#clock.now(), () => {
      this.#deadline = null
      this.#onDue()
    })
  }

  stop(): void {
    this.#cancel()
    this.#deadline = null
  }
}
