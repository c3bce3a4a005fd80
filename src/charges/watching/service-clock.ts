import type { Clock } from '#lib/clock.ts'

/** The Date header has whole seconds, so it may be this far behind in milliseconds, and a little more on the way. */
const BEHIND_MS = 2_000

/** The service's time between its answers. This machine's clock may be wrong. */
export class ServiceClock {
  readonly #clock: Clock
  /** The service's time minus the monotonic one: setting this machine's clock changes nothing. */
  #offsetMs: number
  /** The service's clock minus this one's, in milliseconds; 0 if the service doesn't say its time. */
  aheadMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.#offsetMs = clock.now() - clock.monotonic()
  }

  /** The service's time, in milliseconds since the epoch. */
  now(): number {
    return this.#clock.monotonic() + this.#offsetMs
  }

  /** @param at what an answer says, in milliseconds since the epoch */
  hear(at: number): void {
    const now = this.#clock.now()
    const ahead = at - now
    // Of several headers the one that is furthest ahead lost least, unless a clock was set.
    if (ahead > this.aheadMs || ahead < this.aheadMs - BEHIND_MS) this.aheadMs = ahead
    this.#offsetMs = now + this.aheadMs - this.#clock.monotonic()
  }
}
