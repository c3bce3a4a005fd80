/** Calls those who want to know what other processes have changed, from time to time, until they stop or the inbox is closed. */

import type { Clock } from '#lib/clock.ts'

/** Forwarding waits half of this on average for what another process has received. Milliseconds. */
const POLL_MS = 300

export class Watches {
  readonly #clock: Clock
  readonly #stops = new Set<() => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(look: () => void): { stop(): void } {
    let cancel = () => {}
    const poll = () => {
      cancel = this.#clock.setTimer(POLL_MS, () => {
        poll()
        look()
      })
    }
    const stop = () => {
      cancel()
      this.#stops.delete(stop)
    }
    this.#stops.add(stop)
    poll()
    return { stop }
  }

  end(): void {
    for (const stop of this.#stops) stop()
  }
}
