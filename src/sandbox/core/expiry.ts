/**
 * When charges expire (docs/decisions/rest.md#transitions): a PENDING charge whose deadline is over becomes EXPIRED. Every read
 * and change does that first, so nobody sees an old state. A timer does it at the next deadline, so `payment.expired` is
 * written in time even if nobody reads. The deadline is set in creations.ts.
 */

import type { Clock } from '#lib/clock.ts'
import type { Database } from './database.ts'
import { CHARGE, type Charge, toCharge } from './payments.ts'

/** The time of day may be set forward, and timers stand still while a machine sleeps. So it looks at least this often. */
const LONGEST_WAIT_MS = 30_000

export interface ExpiryOptions {
  database: Database
  clock: Clock
  /** Writes that a charge expired at this time (ms). Inside a transaction. */
  expire(charge: Charge, at: number): void
  /** Called with a fault at a deadline, because no request waits for it. */
  onFault(fault: unknown): void
}

export class Expiry {
  readonly #options: ExpiryOptions
  #cancelTimer = () => {}

  constructor(options: ExpiryOptions) {
    this.#options = options
  }

  expireDue(): void {
    const { database, clock, expire } = this.#options
    const now = clock.now()
    const due = database
      .prepare(
        `SELECT ${CHARGE} FROM payments WHERE status = 'PENDING' AND expires_at <= ? ORDER BY expires_at, position`,
      )
      .all(now)
      .map(toCharge)
    if (due.length === 0) return
    database.transaction(() => {
      for (const charge of due) expire(charge, now)
    })
  }

  /** Sets the timer for the next deadline. Call it whenever an earlier one may have come. */
  setTimer(): void {
    const { database, clock, onFault } = this.#options
    this.stop()
    const next = database.prepare("SELECT min(expires_at) AS at FROM payments WHERE status = 'PENDING'").get()
    if (next?.at == null) return
    this.#cancelTimer = clock.setTimer(Math.min(Number(next.at) - clock.now(), LONGEST_WAIT_MS), () => {
      try {
        this.expireDue()
        this.setTimer()
      } catch (fault) {
        // The next read or change expires what is due, so nothing is lost.
        onFault(fault)
      }
    })
  }

  stop(): void {
    this.#cancelTimer()
  }
}
