/** Reads saved deliveries, and what is known about their events. */

import type { QueryResultRow } from 'pg'
import type { Approval } from '../approvals.ts'
import type {
  Arrival,
  Delivery,
  DeliveryQuery,
  InsertResult,
  KeptAttempt,
  ListedDelivery,
  ReplayChoice,
} from '../arrival.ts'
import type { Contents, InboxReading } from '../inbox.ts'
import { sameEvent } from '../seen-before.ts'
import { allApprovals, findOtherApproval } from './approvals.ts'
import { keyOf, keysOfPrefix, storable } from './keys.ts'
import { chosenFor, listDeliveries, paymentsWith } from './lists.ts'
import { type DeliveryRow, iso, type Sql, whole } from './sql.ts'

type Two = Pick<Delivery, 'id' | 'eventId'>

export class PostgresReading implements InboxReading {
  readonly #sql: Sql
  readonly #profile: () => Promise<number>

  constructor(sql: Sql, profile: () => Promise<number>) {
    this.#sql = sql
    this.#profile = profile
  }

  async mark(): Promise<number> {
    const row = await this.#sql.row<{ mark: number }>(
      'SELECT coalesce(max(id), 0) AS mark FROM pixctl.deliveries WHERE profile_id = $1',
      [await this.#profile()],
    )
    return row!.mark
  }

  async find(delivery: string): Promise<Delivery | null> {
    const sql = whole('pixctl.deliveries', 'WHERE d.delivery_key = $1 AND d.delivery = $2')
    const id = storable(delivery)
    return (await this.#sql.row<DeliveryRow>(sql, [keyOf(await this.#profile(), id), id])) ?? null
  }

  async attemptsOf({ id }: Pick<Delivery, 'id'>): Promise<KeptAttempt[]> {
    return this.#sql.rows<KeptAttempt & QueryResultRow>(
      `SELECT attempt, ${iso('at')} AS at, target AS "to", status, ms, error, answer, replay FROM pixctl.attempts
       WHERE delivery_id = $1 ORDER BY attempt`,
      [id],
    )
  }

  async isSameEvent(one: Two, other: Two): Promise<boolean> {
    if (one.eventId === null || one.eventId !== other.eventId) return false
    const row = await this.#sql.row(
      `SELECT true FROM pixctl.deliveries AS one, pixctl.deliveries AS other
       WHERE one.profile_id = $1 AND one.id = $2 AND other.profile_id = $1 AND other.id = $3
         AND ${sameEvent('one', 'other')}`,
      [await this.#profile(), one.id, other.id],
    )
    return row !== undefined
  }

  async idsWith(prefix: string, most: number): Promise<string[]> {
    const text = storable(prefix)
    const { first, last } = keysOfPrefix(text)
    const rows = await this.#sql.rows<{ delivery: string }>(
      `SELECT delivery FROM pixctl.deliveries
       WHERE delivery_key >= $2 AND delivery_key <= $3 AND profile_id = $1 AND starts_with(delivery, $4)
       ORDER BY delivery COLLATE "C" LIMIT $5`,
      [await this.#profile(), first, last, text, most],
    )
    return rows.map(({ delivery }) => delivery)
  }

  async firstArrival(): Promise<string | null> {
    const row = await this.#sql.row<{ at: string | null }>(
      `SELECT ${iso(`greatest(whole_from, ${OLDEST})`)} AS at FROM pixctl.profiles WHERE id = $1`,
      [await this.#profile()],
    )
    return row?.at ?? null
  }

  async findOtherApproval(
    event: Pick<Arrival, 'event' | 'paymentId'>,
  ): Promise<InsertResult['otherApproval']> {
    return findOtherApproval(this.#sql, await this.#profile(), event)
  }

  async *deliveries(query: DeliveryQuery): AsyncGenerator<ListedDelivery[]> {
    yield* listDeliveries(this.#sql, await this.#profile(), query)
  }

  async *toReplay(choice: ReplayChoice, mark: number): AsyncGenerator<string[]> {
    yield* chosenFor(this.#sql, await this.#profile(), choice, mark)
  }

  async paymentsWith(prefix: string, most: number): Promise<string[]> {
    return paymentsWith(this.#sql, await this.#profile(), prefix, most)
  }

  async *approvals(): AsyncGenerator<Approval> {
    yield* allApprovals(this.#sql, await this.#profile())
  }

  async contents(): Promise<Contents> {
    const row = await this.#sql.row<Contents & QueryResultRow>(
      `SELECT
         ${iso(OLDEST)} AS oldest,
         (SELECT count(*) FROM pixctl.deliveries WHERE profile_id = $1) AS deliveries,
         (SELECT count(*) FROM pixctl.queue WHERE profile_id = $1) AS pending,
         (SELECT count(*) FROM pixctl.parked WHERE profile_id = $1) AS parked,
         (SELECT count(*) FROM pixctl.shown WHERE profile_id = $1) AS shown,
         (SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c
          WHERE c.relnamespace = 'pixctl'::regnamespace AND c.relkind = 'r') AS bytes`,
      [await this.#profile()],
    )
    return row!
  }
}

/** When the oldest thing arrived that the profile `$1` has. */
const OLDEST = `least(
  (SELECT received_at FROM pixctl.deliveries WHERE profile_id = $1 ORDER BY id LIMIT 1),
  (SELECT shown_at FROM pixctl.shown WHERE profile_id = $1 ORDER BY shown_at LIMIT 1),
  (SELECT came_at FROM pixctl.approvals WHERE profile_id = $1 ORDER BY id LIMIT 1))`
