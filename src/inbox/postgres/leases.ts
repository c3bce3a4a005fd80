/**
 * Roles as leases in the database. A process counts its lease as lost before the server does, also when it was stopped for
 * a while or its clock was set: so two processes never work at once. Who gets one is decided by `acquire_lease` in
 * migrations/0001-schema.sql.
 */

import { randomUUID } from 'node:crypto'
import type { Clock } from '#lib/clock.ts'
import { type Lease, LeaseLost, type LeaseMode, type Role } from '../inbox.ts'
import type { Sql } from './sql.ts'

/** How long a lease lasts by the server's clock, in milliseconds, and how often it is renewed. */
const LEASE_MS = 10_000
const RENEW_MS = 2_500
/** How long after the start of the last renewal it still counts here. */
const TRUST_MS = 8_000

const ACQUIRE = `SELECT pixctl.acquire_lease($1, $2, $3, $4, $5::integer * interval '1 millisecond', $6) AS acquired`
const RENEW = `UPDATE pixctl.leases SET expires_at = clock_timestamp() + $2::integer * interval '1 millisecond'
  WHERE owner = $1 AND expires_at > clock_timestamp() RETURNING asks`

export interface LeaseOptions {
  sql: Sql
  clock: Clock
  role: Role
  mode: LeaseMode
  routes: readonly string[]
  /** It was released, or is lost. */
  onEnd(lease: Lease): void
}

export class PostgresLease implements Lease {
  readonly role: Role
  readonly mode: LeaseMode
  readonly owner = randomUUID()
  lastAsk = 0
  readonly #options: LeaseOptions
  readonly #lost = new AbortController()
  #renewedAt: { monotonic: number; wall: number }
  #cancelRenewal: () => void = () => {}
  #cancelEnd: () => void = () => {}
  #released = false

  private constructor(options: LeaseOptions) {
    this.role = options.role
    this.mode = options.mode
    this.#options = options
    this.#renewedAt = this.#now()
  }

  /** Null while another process has the role. */
  static async acquire(profile: number, options: LeaseOptions): Promise<PostgresLease | null> {
    const lease = new PostgresLease(options)
    const { sql, role, mode, routes } = options
    const values = [profile, role, mode === 'alone', lease.owner, LEASE_MS, routes]
    const row = await sql.row<{ acquired: boolean }>(ACQUIRE, values)
    if (!row?.acquired) return null
    lease.#renewLater()
    lease.#endInTime()
    return lease
  }

  /** Looks at the clocks too: after a stop of the process, its timers may be late. */
  get lost(): AbortSignal {
    this.#check()
    return this.#lost.signal
  }

  /** @throws LeaseLost */
  demand(): void {
    if (this.#released || this.lost.aborted) throw new LeaseLost()
  }

  async release(): Promise<void> {
    if (this.#released) return
    this.#released = true
    this.#cancelTimers()
    this.#options.onEnd(this)
    // Without an answer it ends by itself.
    await this.#options.sql
      .rows('DELETE FROM pixctl.leases WHERE owner = $1', [this.owner], RENEW_MS)
      .catch(() => {})
  }

  #now(): { monotonic: number; wall: number } {
    const { clock } = this.#options
    return { monotonic: clock.monotonic(), wall: clock.now() }
  }

  #check(): void {
    if (this.#released || this.#lost.signal.aborted) return
    const { monotonic, wall } = this.#renewedAt
    const now = this.#now()
    if (now.monotonic - monotonic >= TRUST_MS || Math.abs(now.wall - wall) >= TRUST_MS) this.#end()
  }

  #cancelTimers(): void {
    this.#cancelRenewal()
    this.#cancelEnd()
  }

  #end(): void {
    this.#cancelTimers()
    this.#lost.abort(new LeaseLost())
    this.#options.onEnd(this)
  }

  /** Renews it again and again, whether or not the renewal before was answered: one that hangs must not end the lease. */
  #renewLater(): void {
    this.#cancelRenewal = this.#options.clock.setTimer(RENEW_MS, () => {
      this.#renewLater()
      void this.#renew()
    })
  }

  #endInTime(): void {
    this.#cancelEnd()
    const leftMs = this.#renewedAt.monotonic + TRUST_MS - this.#options.clock.monotonic()
    this.#cancelEnd = this.#options.clock.setTimer(leftMs, () => this.#check())
  }

  async #renew(): Promise<void> {
    const since = this.#now()
    let renewed: { asks: number } | undefined
    try {
      ;[renewed] = await this.#options.sql.rows<{ asks: number }>(RENEW, [this.owner, LEASE_MS], RENEW_MS)
    } catch {
      // The next one may succeed.
      return
    }
    this.#check()
    if (this.#released || this.#lost.signal.aborted) return
    if (renewed === undefined) return this.#end()
    this.lastAsk = renewed.asks
    if (since.monotonic <= this.#renewedAt.monotonic) return
    this.#renewedAt = since
    this.#endInTime()
  }
}
