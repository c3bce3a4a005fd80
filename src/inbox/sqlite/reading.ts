/**
 * Reads saved deliveries, and what is known about their events. Each call takes microseconds, or comes in slices; more only
 * if tens of thousands aren't in the index of ids yet.
 */

import type { SQLInputValue } from 'node:sqlite'
import type { Prepare } from '#lib/sqlite/statements.ts'
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
import type { Ids } from './ids.ts'
import { chosenFor, idsWith, listDeliveries, newestOf } from './lists.ts'
import { columns, HAS_NAME, PENDING, STATE } from './sql.ts'

type Two = Pick<Delivery, 'id' | 'eventId'>

export class SqliteReading implements InboxReading {
  readonly #prepare: Prepare
  readonly #ids: Ids

  constructor(prepare: Prepare, ids: Ids) {
    this.#prepare = prepare
    this.#ids = ids
  }

  async mark(): Promise<number> {
    return newestOf(this.#prepare)
  }

  async find(delivery: string): Promise<Delivery | null> {
    this.#ids.catchUp()
    return deliveryWhere(this.#prepare, HAS_NAME, delivery, delivery)
  }

  async attemptsOf({ id }: Pick<Delivery, 'id'>): Promise<KeptAttempt[]> {
    const rows = this.#prepare(
      `SELECT attempt, at, target AS "to", status, ms, error, answer, replay FROM attempts
       WHERE delivery_id = ? ORDER BY attempt`,
    ).all(id) as unknown as (Omit<KeptAttempt, 'replay'> & { replay: number })[]
    return rows.map(row => ({ ...row, replay: row.replay === 1 }))
  }

  async isSameEvent(one: Two, other: Two): Promise<boolean> {
    if (one.eventId === null || one.eventId !== other.eventId) return false
    const row = this.#prepare(
      `SELECT 1 FROM deliveries AS one, deliveries AS other
       WHERE one.id = ? AND other.id = ? AND ${sameEvent('one', 'other')}`,
    ).get(one.id, other.id)
    return row !== undefined
  }

  async findOtherApproval(
    event: Pick<Arrival, 'event' | 'paymentId'>,
  ): Promise<InsertResult['otherApproval']> {
    return findOtherApproval(this.#prepare, event)
  }

  deliveries(query: DeliveryQuery): AsyncGenerator<ListedDelivery[]> {
    this.#ids.catchUp()
    return listDeliveries(this.#prepare, query)
  }

  toReplay(choice: ReplayChoice, mark: number): AsyncGenerator<string[]> {
    this.#ids.catchUp()
    return chosenFor(this.#prepare, choice, mark)
  }

  idsWith(prefix: string, most: number): Promise<string[]> {
    return idsWith(this.#prepare, 'delivery', prefix, most)
  }

  paymentsWith(prefix: string, most: number): Promise<string[]> {
    return idsWith(this.#prepare, 'payment_id', prefix, most)
  }

  async firstArrival(): Promise<string | null> {
    const row = this.#prepare('SELECT whole_from AS at FROM pruned').get()
    const times = [row?.at, this.#oldest()].filter(at => at != null)
    return times.map(String).sort().at(-1) ?? null
  }

  async *approvals(): AsyncGenerator<Approval> {
    yield* allApprovals(this.#prepare)
  }

  async contents(): Promise<Contents> {
    const count = (sql: string) => Number(this.#prepare(sql).get()?.count)
    return {
      deliveries: count('SELECT count(*) AS count FROM deliveries'),
      pending: count(`SELECT count(*) AS count FROM deliveries WHERE ${PENDING}`),
      parked: count('SELECT count(*) AS count FROM deliveries WHERE parked = 1'),
      shown: count('SELECT count(*) AS count FROM shown'),
      oldest: this.#oldest(),
      bytes: count('SELECT page_count * page_size AS count FROM pragma_page_count, pragma_page_size'),
    }
  }

  /** When the oldest thing arrived, in ISO 8601; null if it is empty. The ids of rows follow the order of arrival. */
  #oldest(): string | null {
    const firsts = [
      'SELECT received_at AS at FROM deliveries ORDER BY id LIMIT 1',
      'SELECT min(shown_ms) AS at FROM shown',
      'SELECT came_at AS at FROM approvals ORDER BY id LIMIT 1',
    ].flatMap(sql => (this.#prepare(sql).get()?.at ?? []) as string | number)
    return firsts.map(at => new Date(at).toISOString()).sort()[0] ?? null
  }
}

export function deliveryWhere(
  prepare: Prepare,
  condition: string,
  ...values: SQLInputValue[]
): Delivery | null {
  const row = prepare(`SELECT ${columns(STATE)}, headers, body FROM deliveries WHERE ${condition}`).get(
    ...values,
  ) as unknown as (Delivery & { body: Uint8Array }) | undefined
  if (!row) return null
  const { buffer, byteOffset, byteLength } = row.body
  return { ...row, body: Buffer.from(buffer, byteOffset, byteLength) }
}
