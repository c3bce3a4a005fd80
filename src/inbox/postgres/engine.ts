/**
 * The log in a PostgreSQL database. While a statement fails, for whatever reason, what reads, forwards and records does it
 * again; what saves a delivery doesn't, so that its sender gets an answer.
 */

import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '#lib/clock.ts'
import { textOf } from '#lib/failure.ts'
import type { Engine, MadeEvent, NewEvent, Statements } from '../engine.ts'
import {
  type Claimable,
  type Lease,
  LeaseLost,
  type LeaseMode,
  type LogEvent,
  type Role,
  SaveError,
} from '../inbox.ts'
import { type Sql, sql } from '../sql.ts'
import { Watches } from '../watches.ts'
import { claim } from './claim.ts'
import type { Postgres } from './connecting/connect.ts'
import { isBadValue, isConflict } from './connecting/errors.ts'
import type { SaveKind } from './connecting/outage.ts'
import { PostgresLease } from './leases.ts'
import { ProfileNumber } from './profile-number.ts'
import { checkRights } from './rights.ts'
import { PostgresStatements } from './statements.ts'

/** How often work is done that has a conflict with another process. */
const TRIES = 10
/** A check that takes longer can't be relied on: a sender gives up soon. */
const CHECK_MS = 2_000
/** More than most deliveries have: where this is saved, they are too. */
const CHECK_BYTES = 64 * 1024

export class PostgresEngine implements Engine {
  readonly isShared = true
  readonly #postgres: Postgres
  readonly #clock: Clock
  readonly #on: PostgresStatements
  readonly #profile: ProfileNumber
  readonly #watches: Watches
  readonly #leases = new Set<PostgresLease>()
  /** The latest claim. */
  #claiming: Promise<unknown> = Promise.resolve()
  #closed: Promise<void> | undefined

  /** @param postgres the engine closes it */
  constructor(postgres: Postgres, profile: string, clock: Clock) {
    this.#postgres = postgres
    this.#clock = clock
    this.#on = new PostgresStatements(postgres)
    this.#profile = new ProfileNumber(postgres, profile)
    this.#watches = new Watches(clock)
  }

  rows<Row>(statement: Sql): Promise<Row[]> {
    return this.#postgres.patiently(() => this.#on.rows<Row>(statement))
  }

  profile(): Promise<number> {
    return this.#postgres.patiently(() => this.#profile.known())
  }

  profileToWrite(): Promise<number> {
    return saving(this.#postgres.outage.saving('arrivals', () => this.#profile.toWrite()))
  }

  transaction<T>(work: (on: Statements) => Promise<T>): Promise<T> {
    return saving(this.#postgres.outage.saving('arrivals', () => this.#inTransaction(work)))
  }

  each<Work, Result>(
    group: readonly Work[],
    work: (on: Statements, one: Work) => Promise<Result>,
  ): Promise<(Result | Error)[]> {
    const results = group.map(one => this.#savePatiently('attempts', on => work(on, one)))
    return Promise.all(results.map(result => result.catch((error: Error) => error)))
  }

  isBadValue(error: unknown): boolean {
    return isBadValue(error instanceof SaveError ? error.cause : error)
  }

  /** Their numbers follow the order given, for that is the order of payments; the rows are locked in the order of the keys. */
  makeEvents(on: Statements, profile: number, events: readonly NewEvent[]): Promise<MadeEvent[]> {
    return on.rows(sql`
      WITH given AS MATERIALIZED (
        SELECT nextval('numbers') AS id, * FROM unnest(
          ${events.map(({ store }) => store)}::text[], ${events.map(({ key }) => key)}::text[],
          ${events.map(({ hasId }) => Number(hasId))}::integer[], ${events.map(({ type }) => type)}::text[],
          ${events.map(({ paymentId }) => paymentId)}::text[],
          ${events.map(({ receivedAt }) => receivedAt)}::timestamptz[],
          ${events.map(({ count }) => count)}::integer[], ${events.map(({ forward }) => forward)}::text[],
          ${events.map(({ channel }) => channel)}::text[], ${events.map(({ delivery }) => delivery)}::text[],
          ${events.map(({ headers }) => headers)}::text[], ${events.map(({ body }) => body)}::bytea[]
        ) AS t (store, key, has_id, type, payment_id, received_at, arrival_count, forward, channel, delivery, headers, body)
      ), made AS (
        INSERT INTO log_events
          (id, profile, store, key, has_id, type, payment_id, received_at, newest_at, arrival_count, forward)
        SELECT id, ${profile}::integer, store, key, has_id, type, payment_id, received_at, received_at, arrival_count, forward
        FROM given ORDER BY store COLLATE "C", key COLLATE "C"
        ON CONFLICT (profile, store, key) DO UPDATE SET
          arrival_count = log_events.arrival_count + excluded.arrival_count,
          newest_at = greatest(log_events.newest_at, excluded.newest_at),
          forward = CASE WHEN log_events.forward = 'none' THEN excluded.forward ELSE log_events.forward END
        RETURNING id, store, key, forward, shown, arrival_count
      ), kept AS (
        INSERT INTO arrivals (event, place, channel, delivery, received_at, headers, body)
        SELECT made.id, 1, channel, delivery, received_at, headers, body
        FROM made JOIN given USING (store, key) WHERE made.arrival_count = given.arrival_count
      )
      SELECT made.id, made.forward, made.shown, made.arrival_count AS "arrivalCount"
      FROM made JOIN given USING (store, key) ORDER BY given.id`)
  }

  async lease(role: Role, mode: LeaseMode, routes: readonly string[]): Promise<Lease | null> {
    const [postgres, clock] = [this.#postgres, this.#clock]
    const lease = await postgres.patiently(async () =>
      PostgresLease.acquire({ postgres, clock, profile: await this.#profile.toWrite(), role, mode, routes }),
    )
    for (const other of this.#leases) if (other.isOver) this.#leases.delete(other)
    if (lease) this.#leases.add(lease)
    return lease
  }

  async routesInForce(): Promise<readonly string[] | null> {
    const found = await this.#on.row<{ routes: string[] }>(
      sql`SELECT routes FROM leases WHERE ${forwardsFor(await this.#profile.known())} LIMIT 1`,
    )
    return found?.routes ?? null
  }

  async ask(): Promise<void> {
    await this.rows(sql`UPDATE leases SET asks = asks + 1 WHERE ${forwardsFor(await this.profile())}`)
  }

  claim(lease: Lease, most: number, claimable: Claimable): Promise<LogEvent[]> {
    return this.#inTurn(async () => {
      const own = ownLease(lease)
      own.demand()
      return claim(this.#on, await this.#profile.known(), own, most, claimable)
    })
  }

  unclaim(lease: Lease, ids: readonly number[]): Promise<void> {
    return this.#inTurn(async () => {
      const { owner, held } = ownLease(lease)
      await this.#on.rows(
        sql`UPDATE log_events SET claim = NULL WHERE id = ANY (${ids}::bigint[]) AND claim = ${owner}`,
      )
      for (const id of ids) held.delete(id)
    })
  }

  /** Claims and their ends, one at a time: what a lease holds is what this process knows of. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#claiming.then(() => this.#postgres.patiently(work))
    this.#claiming = turn.catch(() => {})
    return turn
  }

  ended(id: number): void {
    for (const { held } of this.#leases) held.delete(id)
  }

  under<T>(lease: Lease | undefined, work: (on: Statements) => Promise<T>): Promise<T> {
    const own = lease && ownLease(lease)
    return this.#savePatiently('shown', async on => {
      await own?.demandUntilCommit(on)
      return work(on)
    })
  }

  async check(): Promise<void> {
    await checkRights(this.#on)
    const profile = await this.#profile.toWrite()
    // A commit that takes no room, and needs no other table.
    await this.#on.rows(
      sql`UPDATE profiles SET checked_at = clock_timestamp() WHERE id = ${profile}`,
      CHECK_MS,
    )
    await this.#postgres.outage.check(() => this.#saveAndTakeBack(profile))
  }

  /** Saves a delivery as any other, and takes it back before the commit. What it wrote stays on the disk until it is vacuumed. */
  async #saveAndTakeBack(profile: number): Promise<void> {
    const key = randomUUID()
    const event: NewEvent = {
      ...{ store: '', key, hasId: true, type: 'check', paymentId: key, forward: 'pending', count: 1 },
      ...{ channel: 'webhook', delivery: key, receivedAt: new Date(0).toISOString(), headers: '' },
      body: randomBytes(CHECK_BYTES),
    }
    await this.#postgres.transaction(async client => {
      const on = new PostgresStatements(client)
      // By the server: a statement that is only given up here goes on to wait there, one for each check.
      await client.query(`SET LOCAL statement_timeout = ${CHECK_MS}; SAVEPOINT before`)
      await this.makeEvents(on, profile, [event])
      await client.query('ROLLBACK TO before')
    })
  }

  async bytes(): Promise<number> {
    const [size] = await this.rows<{ bytes: number }>(
      sql`SELECT sum(pg_total_relation_size(oid))::bigint AS bytes FROM pg_class
        WHERE relnamespace = 'pixctl'::regnamespace AND relkind = 'r'`,
    )
    return size!.bytes
  }

  /** Nothing: autovacuum gives it to new rows. */
  async *giveSpaceBack(): AsyncGenerator<void> {}

  /** Without a look whether something has changed: who watches asks for what it needs, and that costs as little. */
  watch(onChange: () => void): { stop(): void } {
    return this.#watches.add(onChange)
  }

  close(written: Promise<void> = Promise.resolve()): Promise<void> {
    this.#watches.end()
    const release = () => Promise.all([...this.#leases].map(lease => lease.release()))
    this.#closed ??= this.#postgres.close(written.then(release))
    return this.#closed
  }

  /** Until it is saved, or can't be because of its values. */
  #savePatiently<T>(kind: SaveKind, work: (on: Statements) => Promise<T>): Promise<T> {
    const { outage } = this.#postgres
    return saving(this.#postgres.patiently(() => outage.saving(kind, () => this.#inTransaction(work))))
  }

  async #inTransaction<T>(work: (on: Statements) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#postgres.transaction(client => work(new PostgresStatements(client)))
      } catch (error) {
        if (!isConflict(error) || tries === TRIES) throw error
      }
    }
  }
}

/** With a SaveError in place of the reason. While PostgreSQL refuses a write, whatever it says, trying again soon is the answer. */
function saving<T>(work: Promise<T>): Promise<T> {
  return work.catch(error => {
    if (error instanceof LeaseLost || error instanceof SaveError) throw error
    throw new SaveError(textOf(error), { away: true, cause: error })
  })
}

/** LeaseLost if it isn't one of this engine. */
function ownLease(lease: Lease): PostgresLease {
  if (!(lease instanceof PostgresLease)) throw new LeaseLost()
  return lease
}

function forwardsFor(profile: number): Sql {
  return sql`profile = ${profile} AND role = 'forwarding' AND expires_at > clock_timestamp()`
}
