/** The time of a sandbox: that of the system, and as far ahead as tests have moved it. */

import type { Clock } from '#lib/clock.ts'

export class SandboxClock implements Clock {
  /** For what real time decides: connections, the waits of calls, the time of a signature. */
  readonly real: Clock
  #ahead = 0

  constructor(real: Clock) {
    this.real = real
  }

  get isAhead(): boolean {
    return this.#ahead > 0
  }

  now(): number {
    return this.real.now() + this.#ahead
  }

  monotonic(): number {
    return this.real.monotonic() + this.#ahead
  }

  /** A sleep and a timer take real time: who moves the clock has to look for what is due then. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.real.sleep(ms, signal)
  }

  setTimer(delayMs: number, callback: () => void): () => void {
    return this.real.setTimer(delayMs, callback)
  }

  advance(ms: number): void {
    this.#ahead += ms
  }
}
