/** Roles, and what waits to be forwarded. */

import type { QueryResultRow } from 'pg'
import type { Clock } from '#lib/clock.ts'
import type { Delivery } from '../arrival.ts'
import {
  type InboxQueue,
  type Lease,
  LeaseLost,
  type LeaseMode,
  type Role,
  type Stats,
  type Wanted,
} from '../inbox.ts'
import type { Postgres } from './connecting/connect.ts'
import { isUnavailable } from './connecting/errors.ts'
import { keyOf, likePattern, storable } from './keys.ts'
import { PostgresLease } from './leases.ts'
import type { ProfileNumber } from './profile-number.ts'
import { type DeliveryRow, EVENT_STATE, iso, type Sql, whole } from './sql.ts'
import { leaseLostOr } from './write.ts'

const CLAIM = whole('pixctl.claim($1, $2, $3, $4, $5, $6, $7)', 'ORDER BY d.id', "'pending'")

const FORWARDS = "profile_id = $1 AND role = 'forwarding' AND expires_at > clock_timestamp()"

const UNCLAIM = 'UPDATE pixctl.queue SET owner = NULL WHERE profile_id = $1 AND owner = $2 AND delivery_id'

export interface QueueOptions {
  postgres: Pick<Postgres, 'patiently'>
  /** Tried once. */
  sql: Sql
  profile: ProfileNumber
  clock: Clock
}

export class PostgresQueue implements InboxQueue {
  readonly #postgres: Pick<Postgres, 'patiently'>
  readonly #sql: Sql
  readonly #profile: ProfileNumber
  readonly #clock: Clock
  readonly #leases = new Set<Lease>()
  /** What was claimed and isn't done, and the leases of which a claim got no answer: more may be claimed then. */
  readonly #claimed = new Set<number>()
  readonly #inDoubt = new Set<Lease>()
  /** The latest claim. */
  #latest: Promise<unknown> = Promise.resolve()

  constructor({ postgres, sql, profile, clock }: QueueOptions) {
    this.#postgres = postgres
    this.#sql = sql
    this.#profile = profile
    this.#clock = clock
  }

  async lease(role: Role, mode: LeaseMode, routes: readonly string[] = []): Promise<Lease | null> {
    const lease = await this.#postgres.patiently(async () => {
      const onEnd = (ended: Lease) => this.#leases.delete(ended)
      const options = { sql: this.#sql, clock: this.#clock, role, mode, routes, onEnd }
      return PostgresLease.acquire(await this.#profile.toWrite(), options)
    })
    if (lease) this.#leases.add(lease)
    return lease
  }

  /** The owner of a lease of this inbox. LeaseLost if it is over. */
  ownerOf(lease: Lease | undefined): string {
    if (!(lease instanceof PostgresLease)) throw new LeaseLost()
    lease.demand()
    return lease.owner
  }

  claim(lease: Lease, most: number, wanted?: Wanted): Promise<Delivery[]> {
    const types = wanted ? [wanted.types, wanted.except, wanted.withTarget] : [null, null, null]
    const patterns = types.map(names => names?.map(likePattern) ?? null)
    return this.#patiently(profile => this.#claim(profile, lease, most, patterns))
  }

  /**
   * One at a time: after a claim without an answer, what may have been claimed is known only while no other one is under way.
   *
   * @param patterns of the types that are wanted, for a LIKE of SQL; null for all
   */
  #claim(profile: number, lease: Lease, most: number, patterns: readonly unknown[]): Promise<Delivery[]> {
    const claim = this.#latest.then(() => this.#claimOnce(profile, lease, most, patterns))
    this.#latest = claim.catch(() => {})
    return claim
  }

  async #claimOnce(
    profile: number,
    given: Lease,
    most: number,
    patterns: readonly unknown[],
  ): Promise<Delivery[]> {
    const owner = this.ownerOf(given)
    const lease = given as PostgresLease
    try {
      if (this.#inDoubt.has(lease)) {
        await this.#sql.rows(`${UNCLAIM} <> ALL ($3::bigint[])`, [profile, owner, [...this.#claimed]])
      }
      this.#inDoubt.delete(lease)
      const values = [profile, owner, lease.mode === 'alone', most, ...patterns]
      const rows = await this.#sql.rows<DeliveryRow>(CLAIM, values)
      for (const { id } of rows) this.#claimed.add(id)
      return rows
    } catch (error) {
      if (isUnavailable(error)) this.#inDoubt.add(lease)
      throw leaseLostOr(error)
    }
  }

  /** A delivery is done or parked: it isn't claimed any more. */
  ended(id: number): void {
    this.#claimed.delete(id)
  }

  async unclaim(lease: Lease, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const { owner } = lease as PostgresLease
    await this.#patiently(profile => this.#sql.rows(`${UNCLAIM} = ANY ($3::bigint[])`, [profile, owner, ids]))
    for (const id of ids) this.#claimed.delete(id)
  }

  async pendingOf(deliveries: readonly string[]): Promise<Set<string>> {
    return this.#patiently(async profile => {
      const byKey = new Map(deliveries.map(id => [keyOf(profile, storable(id)), id] as const))
      const rows = await this.#sql.rows<{ key: string }>(
        `SELECT replace(d.delivery_key::text, '-', '') AS key FROM pixctl.deliveries AS d
         WHERE d.delivery_key = ANY ($1::uuid[]) AND ${EVENT_STATE} = 'pending'`,
        [[...byKey.keys()]],
      )
      return new Set(rows.flatMap(({ key }) => byKey.get(key) ?? []))
    })
  }

  async countPending(mark = Number.MAX_SAFE_INTEGER): Promise<number> {
    const row = await this.#patiently(profile =>
      this.#sql.row<{ count: number }>(
        'SELECT count(*) AS count FROM pixctl.queue WHERE profile_id = $1 AND delivery_id <= $2',
        [profile, mark],
      ),
    )
    return row!.count
  }

  async pendingTypes(mark = Number.MAX_SAFE_INTEGER): Promise<Map<string, number>> {
    const rows = await this.#patiently(profile =>
      this.#sql.rows<{ event: string; count: number }>(
        `SELECT event, count(*) AS count FROM pixctl.queue WHERE profile_id = $1 AND delivery_id <= $2 GROUP BY event`,
        [profile, mark],
      ),
    )
    return new Map(rows.map(({ event, count }) => [event, count]))
  }

  async stats(): Promise<Stats> {
    const row = await this.#sql.row<Stats & QueryResultRow>(
      `SELECT
         (SELECT count(*) FROM pixctl.queue WHERE profile_id = $1) AS pending,
         (SELECT count(*) FROM pixctl.parked WHERE profile_id = $1) AS parked,
         (SELECT ${iso('received_at')} FROM pixctl.deliveries WHERE profile_id = $1 AND id = (
           SELECT min(delivery_id) FROM pixctl.queue WHERE profile_id = $1)) AS "oldestPending"`,
      [await this.#profile.known()],
    )
    return row!
  }

  async routesInForce(): Promise<readonly string[] | null> {
    const sql = `SELECT routes FROM pixctl.leases WHERE ${FORWARDS} LIMIT 1`
    const row = await this.#sql.row<{ routes: string[] }>(sql, [await this.#profile.known()])
    return row?.routes ?? null
  }

  async ask(): Promise<void> {
    const sql = `UPDATE pixctl.leases SET asks = asks + 1 WHERE ${FORWARDS}`
    await this.#patiently(profile => this.#sql.rows(sql, [profile]))
  }

  #patiently<T>(work: (profile: number) => Promise<T>): Promise<T> {
    return this.#postgres.patiently(async () => work(await this.#profile.known()))
  }

  /** Gives all roles to others. */
  async close(): Promise<void> {
    await Promise.all([...this.#leases].map(lease => lease.release()))
  }
}
