/**
 * The inbox: every event that arrived, by webhook or over the realtime channel, saved before it is
 * acknowledged. It knows what each channel has seen and what was forwarded, so that no event is
 * processed twice, whichever channel brings it (docs/decisions/state.md#seen-and-processed).
 */

import type { DatabaseSync } from 'node:sqlite'
import { APPROVALS } from '../../../contract/delivery.ts'
import { openDatabase } from '../../database.ts'
import { transaction } from '../../database-file.ts'
import { endOfPrefix, type Prepare, preparing } from '../../statements.ts'
import type { Arrival, Delivery, ForwardState, Taken } from '../arrival.ts'
import { type Approval, Approvals } from './approvals.ts'
import { type Attempt, Attempts, type KeptAttempt } from './attempts.ts'
import {
  columns,
  DeliveryList,
  type DeliveryQuery,
  FORWARD,
  type ListedDelivery,
  VERDICT,
} from './delivery-list.ts'
import { Known, sameEvent } from './known.ts'
import { chosen, type ReplayChoice } from './replay-choice.ts'
import { Shown } from './shown.ts'

export type { Arrival, Delivery, ForwardState, Listed, Taken } from '../arrival.ts'
export type { Attempt, KeptAttempt } from './attempts.ts'
export type { DeliveryFilter, DeliveryQuery, ListedDelivery } from './delivery-list.ts'
export type { ReplayChoice } from './replay-choice.ts'

/** How many deliveries are searched for the payment of a `deposit.approved`. */
const LATEST = 20_000

const WHOLE = `${columns('forward')}, headers, body`

export class Inbox {
  readonly #database: DatabaseSync
  readonly #prepare: Prepare
  /** What the realtime channel has shown. */
  readonly shown: Shown
  readonly #approvals: Approvals
  readonly #known: Known
  readonly #attempts: Attempts
  readonly #list: DeliveryList

  private constructor(database: DatabaseSync) {
    this.#database = database
    this.#prepare = preparing(database)
    this.#approvals = new Approvals(this.#prepare)
    this.shown = new Shown(this.#prepare, this.#approvals)
    this.#known = new Known(this.#prepare, this.shown)
    this.#attempts = new Attempts(this.#prepare)
    this.#list = new DeliveryList(database, this.#prepare)
  }

  /**
   * Opens the inbox of a profile. Failure (fault) if its state can't be used.
   *
   * @param busyMs how long {@link inTransaction} may wait for another process, in milliseconds
   */
  static async open(dataDir: string, profile: string, busyMs?: number): Promise<Inbox> {
    const database = await openDatabase(dataDir, profile)
    if (busyMs !== undefined) database.exec(`PRAGMA busy_timeout = ${busyMs}`)
    return new Inbox(database)
  }

  /** All of `work` in one synced commit, or nothing of it. */
  inTransaction<T>(work: () => T): T {
    return transaction(this.#database, work)
  }

  /**
   * Saves an arrival. Call it inside {@link inTransaction}. If its delivery id is there with the same bytes, it is a
   * duplicate and isn't saved again. With other bytes it counts as new and is saved too: the id isn't signed, so
   * a forged one must not block a delivery that is signed.
   */
  take(arrival: Arrival): Taken {
    const { channel, event, eventId, paymentId, receivedAt, headers, body } = arrival
    const secret = this.#known.secretOf(arrival)
    const { keptAs, known } = this.#known.place(arrival)
    const altered = keptAs !== arrival.delivery
    const { seen, seenByOther, handled } = this.#known.seen(arrival, secret)
    // `events tail` searches by itself when it shows the event.
    const otherApproval = channel === 'realtime' ? null : this.findOtherApproval(arrival)
    const again = arrival.againUpTo !== undefined && !this.#handledSince(eventId, arrival.againUpTo)
    if (known !== null) {
      const forward = again ? this.#forwardAgain(keptAs) : known
      return { verdict: 'duplicate', seenByOther, forward, otherApproval, altered, keptAs }
    }
    const forward = arrival.forward && (again || !handled) ? 'pending' : 'none'
    this.#prepare(
      `INSERT INTO deliveries
         (channel, delivery, given, event, event_id, secret, payment_id, received_at, headers, body, forward)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      channel,
      keptAs,
      altered ? arrival.delivery : null,
      event,
      eventId,
      secret,
      paymentId,
      receivedAt,
      headers,
      body,
      forward,
    )
    return { verdict: seen ? 'duplicate' : 'accepted', seenByOther, forward, otherApproval, altered, keptAs }
  }

  #handledSince(eventId: string | null, mark: number): boolean {
    if (eventId === null) return false
    const row = this.#prepare(
      "SELECT 1 FROM deliveries WHERE event_id = ? AND id > ? AND forward <> 'none' LIMIT 1",
    ).get(eventId, mark)
    return row !== undefined
  }

  #forwardAgain(delivery: string): ForwardState {
    this.#prepare("UPDATE deliveries SET forward = 'pending' WHERE delivery = ?").run(delivery)
    return 'pending'
  }

  /**
   * The other event that approves the same charge. For a `payment.approved`, every `deposit.approved` is searched.
   * For a `deposit.approved`, only the latest events of each channel: an index over all payments, for such a rare
   * event, would cost a busy listener a quarter of its rate.
   */
  findOtherApproval({ event, paymentId }: Pick<Arrival, 'event' | 'paymentId'>): Taken['otherApproval'] {
    if (paymentId === null || !APPROVALS.includes(event)) return null
    const found =
      event === 'deposit.approved'
        ? `FROM (SELECT * FROM deliveries ORDER BY id DESC LIMIT ${LATEST}) WHERE event = 'payment.approved'`
        : "FROM deliveries WHERE event = 'deposit.approved'"
    const row = this.#prepare(
      `SELECT event, event_id AS eventId ${found} AND payment_id = ? ORDER BY id LIMIT 1`,
    ).get(paymentId)
    if (row) return { event: String(row.event), eventId: row.eventId as string | null }
    return this.#approvals.findOtherApproval(event, paymentId)
  }

  /**
   * Records an attempt to forward a delivery. Call it inside {@link inTransaction}. With the outcome `done` (a 2xx) its event
   * counts as processed, also for other pending deliveries of that event.
   */
  attempted(attempt: Attempt): void {
    const { id, status, outcome } = attempt
    const row = this.#prepare(
      'UPDATE deliveries SET attempts = attempts + 1, last_status = ? WHERE id = ? RETURNING attempts',
    ).get(status, id)
    if (!row) return
    this.#attempts.keep(attempt, Number(row.attempts))
    if (outcome !== 'done') return
    this.#prepare("UPDATE deliveries SET forward = 'done' WHERE id = ?").run(id)
    this.#prepare(
      `UPDATE deliveries AS other SET forward = 'done' FROM deliveries AS sent
       WHERE sent.id = ? AND other.event_id = sent.event_id AND other.forward = 'pending'
         AND ${sameEvent('other', 'sent')}`,
    ).run(id)
  }

  /** The latest attempts to forward a delivery, in their order. An older pixctl has only counted them. */
  attemptsOf({ id }: Pick<Delivery, 'id'>): KeptAttempt[] {
    return this.#attempts.of(id)
  }

  /** The first delivery, in order of arrival, that waits to be forwarded. */
  nextPending(): Delivery | null {
    return this.#one(`SELECT ${WHOLE} FROM deliveries WHERE forward = 'pending' ORDER BY id LIMIT 1`)
  }

  /** What became of a delivery's event, and whether its channel had seen the event before. */
  standing({ id }: Pick<Delivery, 'id'>): { forward: ForwardState; verdict: Taken['verdict'] } {
    const row = this.#prepare(
      `SELECT ${FORWARD} AS forward, ${VERDICT} AS verdict FROM deliveries WHERE id = ?`,
    ).get(id)
    return { forward: row?.forward as ForwardState, verdict: row?.verdict as Taken['verdict'] }
  }

  /** Whether a delivery, or another delivery of the same event, waits to be forwarded. */
  isPending(delivery: string): boolean {
    const row = this.#prepare(`SELECT ${FORWARD} AS forward FROM deliveries WHERE delivery = ?`).get(delivery)
    return row?.forward === 'pending'
  }

  /** Whether two deliveries are of the same event. */
  isSameEvent(one: Pick<Delivery, 'id' | 'eventId'>, other: Pick<Delivery, 'id' | 'eventId'>): boolean {
    if (one.eventId === null || one.eventId !== other.eventId) return false
    const row = this.#prepare(
      `SELECT 1 FROM deliveries AS one, deliveries AS other
       WHERE one.id = ? AND other.id = ? AND ${sameEvent('one', 'other')}`,
    ).get(one.id, other.id)
    return row !== undefined
  }

  /** A number that changes when another connection has written. */
  version(): number {
    return Number(this.#prepare('PRAGMA data_version').get()?.data_version)
  }

  /** A mark after everything that has arrived so far. */
  mark(): number {
    return Number(this.#prepare('SELECT coalesce(max(id), 0) AS mark FROM deliveries').get()?.mark)
  }

  /** Which of these events arrived by webhook. */
  byWebhook(eventIds: readonly string[]): Set<string> {
    const rows = this.#prepare(
      `SELECT event_id AS id FROM deliveries
       WHERE channel = 'webhook' AND event_id IN (SELECT value FROM json_each(?))`,
    ).all(JSON.stringify(eventIds))
    return new Set(rows.map(({ id }) => String(id)))
  }

  /** How many deliveries before a {@link mark} wait to be forwarded. */
  countPending(mark = Number.MAX_SAFE_INTEGER): number {
    const row = this.#prepare(
      "SELECT count(*) AS count FROM deliveries WHERE forward = 'pending' AND id <= ?",
    ).get(mark)
    return Number(row?.count)
  }

  /**
   * How many deliveries, at most `most`, have come without a target since the last one that had one, and when the first
   * of them came; null if none has.
   */
  withoutTarget(most: number): { count: number; since: string } | null {
    const rows = this.#prepare(
      `SELECT ${FORWARD} AS forward, received_at AS receivedAt FROM deliveries ORDER BY id DESC LIMIT ?`,
    ).iterate(most) as unknown as Iterable<Pick<Delivery, 'forward' | 'receivedAt'>>
    let [count, since] = [0, '']
    for (const { forward, receivedAt } of rows) {
      if (forward !== 'none') break
      count++
      since = receivedAt
    }
    return count === 0 ? null : { count, since }
  }

  /** The delivery with this place in the order of arrival. */
  at(id: number): Delivery | null {
    return this.#one(`SELECT ${WHOLE} FROM deliveries WHERE id = ?`, id)
  }

  /** The delivery with this id. */
  find(delivery: string): Delivery | null {
    return this.#one(`SELECT ${WHOLE} FROM deliveries WHERE delivery = ?`, delivery)
  }

  /** The deliveries of both channels that match, newest first, in slices. */
  deliveries(query: DeliveryQuery): AsyncGenerator<ListedDelivery[]> {
    return this.#list.find(query)
  }

  /**
   * Deliveries to be sent again, by their order of arrival, oldest first and each event once, in slices.
   *
   * @param mark deliveries after this {@link mark} aren't chosen
   */
  toReplay(choice: ReplayChoice, mark: number): AsyncGenerator<number[]> {
    return chosen(this.#prepare, choice, mark)
  }

  /** The delivery ids that begin with a text, in their order, at most `most`. */
  idsWith(prefix: string, most: number): string[] {
    const rows = this.#prepare(
      'SELECT delivery FROM deliveries WHERE delivery >= ? AND delivery < ? ORDER BY delivery LIMIT ?',
    ).all(prefix, endOfPrefix(prefix), most)
    return rows.map(({ delivery }) => String(delivery))
  }

  /** The ids of payments that begin with a text, in their order, at most `most`; only it if it is itself an id. */
  paymentsWith(prefix: string, most: number): Promise<string[]> {
    return this.#list.paymentsWith(prefix, most)
  }

  /** When the first event arrived, in ISO 8601; null if none has. */
  firstArrival(): string | null {
    // The ids of rows follow the order of arrival.
    const firsts = [
      'SELECT received_at AS at FROM deliveries ORDER BY id LIMIT 1',
      'SELECT shown_at AS at FROM shown ORDER BY id LIMIT 1',
      'SELECT came_at AS at FROM approvals ORDER BY id LIMIT 1',
    ].flatMap(sql => this.#prepare(sql).get()?.at ?? [])
    return firsts.map(String).sort()[0] ?? null
  }

  /** Every event that approves a payment, each time it arrived. */
  approvals(): Iterable<Approval> {
    return this.#approvals.all()
  }

  close(): void {
    this.#database.close()
  }

  #one(sql: string, ...values: (string | number)[]): Delivery | null {
    const row = this.#prepare(sql).get(...values) as unknown as (Delivery & { body: Uint8Array }) | undefined
    if (!row) return null
    const { buffer, byteOffset, byteLength } = row.body
    return { ...row, body: Buffer.from(buffer, byteOffset, byteLength) }
  }
}
