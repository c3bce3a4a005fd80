/**
 * Roles as leases in the database. A process counts its lease as lost before the server does, also when it was stopped for
 * a while or its clock was set: so two processes never work at once.
 */

import { randomUUID } from 'node:crypto'
import type { Clock } from '#lib/clock.ts'
import type { Statements } from '../engine.ts'
import { type Lease, LeaseLost, type LeaseMode, type Role } from '../inbox.ts'
import { sql } from '../sql.ts'
import type { Postgres } from './connecting/connect.ts'
import { PostgresStatements } from './statements.ts'

/**
 * How long a lease lasts by the server's clock, how often it is renewed, and how long after the start of the last renewal it
 * still counts here, in milliseconds: with one period more that is less than it lasts.
 */
const LEASE_MS = 10_000
const RENEW_MS = 2_000
const TRUST_MS = 7_500

const EXPIRY = sql`clock_timestamp() + ${LEASE_MS}::integer * interval '1 millisecond'`

export interface LeaseOptions {
  postgres: Postgres
  clock: Clock
  profile: number
  role: Role
  mode: LeaseMode
  routes: readonly string[]
}

export class PostgresLease implements Lease {
  readonly owner = randomUUID()
  /** The events that were claimed under it and not given back. */
  readonly held = new Set<number>()
  lastAsk = 0
  readonly #options: LeaseOptions
  readonly #on: PostgresStatements
  readonly #lost = new AbortController()
  #renewedAt: { monotonic: number; wall: number }
  #cancelRenewal = () => {}
  #released = false

  private constructor(options: LeaseOptions) {
    this.#options = options
    this.#on = new PostgresStatements(options.postgres)
    this.#renewedAt = this.#now()
  }

  /** Null while another process has the role. */
  static async acquire(options: LeaseOptions): Promise<PostgresLease | null> {
    const lease = new PostgresLease(options)
    if (!(await options.postgres.transaction(on => lease.#acquire(new PostgresStatements(on))))) return null
    lease.#renewLater()
    return lease
  }

  async #acquire(on: Statements): Promise<boolean> {
    const { profile, role, mode, routes } = this.#options
    const isAlone = mode === 'alone'
    await on.rows(sql`SELECT pg_advisory_xact_lock(hashtext('pixctl leases'), ${profile}::integer)`)
    // It waits for what is done under those now, so that it is seen afterwards.
    await on.rows(
      sql`DELETE FROM leases WHERE profile = ${profile} AND role = ${role} AND expires_at <= clock_timestamp()`,
    )
    const made = await on.rows(sql`
      INSERT INTO leases (owner, profile, role, alone, expires_at, routes)
      SELECT ${this.owner}::uuid, ${profile}::integer, ${role}::text, ${isAlone}::boolean, ${EXPIRY}, ${routes}::text[]
      WHERE NOT EXISTS (
        SELECT FROM leases WHERE profile = ${profile} AND role = ${role}
          AND (alone OR ${isAlone}::boolean OR routes <> ${routes}::text[])
      ) RETURNING owner`)
    return made.length > 0
  }

  /** Looks at the clocks too: after a stop of the process, its timers may be late. */
  get lost(): AbortSignal {
    this.#check()
    return this.#lost.signal
  }

  get isOver(): boolean {
    return this.#released || this.lost.aborted
  }

  /** @throws LeaseLost */
  demand(): void {
    if (this.isOver) throw new LeaseLost()
  }

  /** Until the transaction ends, nobody can acquire the role after this lease. Rejects with LeaseLost. */
  async demandUntilCommit(on: Statements): Promise<void> {
    this.demand()
    if ((await on.rows(this.alive())).length === 0) throw new LeaseLost()
  }

  /** A statement that gives a row while it lives, and keeps its row until the commit. */
  alive() {
    return sql`SELECT owner FROM leases WHERE owner = ${this.owner} AND expires_at > clock_timestamp() FOR KEY SHARE`
  }

  async release(): Promise<void> {
    if (this.#released) return
    this.#released = true
    this.#cancelRenewal()
    // Without an answer it ends by itself.
    await this.#on.rows(sql`DELETE FROM leases WHERE owner = ${this.owner}`, RENEW_MS).catch(() => {})
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

  #end(): void {
    this.#cancelRenewal()
    this.#lost.abort(new LeaseLost())
  }

  /** Renews it again and again, whether or not the renewal before was answered: one that hangs must not end the lease. */
  #renewLater(): void {
    this.#cancelRenewal = this.#options.clock.setTimer(RENEW_MS, () => {
      if (this.isOver) return
      this.#renewLater()
      // After an error the next one may succeed.
      this.#renew().catch(() => {})
    })
  }

  async #renew(): Promise<void> {
    const since = this.#now()
    const [renewed] = await this.#on.rows<{ asks: number }>(
      sql`UPDATE leases SET expires_at = ${EXPIRY}
        WHERE owner = ${this.owner} AND expires_at > clock_timestamp() RETURNING asks`,
      RENEW_MS,
    )
    if (this.isOver) return
    if (renewed === undefined) return this.#end()
    this.lastAsk = renewed.asks
    if (since.monotonic > this.#renewedAt.monotonic) this.#renewedAt = since
  }
}
