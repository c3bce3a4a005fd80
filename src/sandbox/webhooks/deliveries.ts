/**
 * Reads and writes the table of deliveries (docs/service.md, 6.2): one row for each event and endpoint, written with
 * the event. Its id and body stay the same in all attempts.
 */

import type { Database } from '../core/database.ts'
import { randomHex } from '../core/ids-and-times.ts'
import type { WrittenEvent } from '../core/outbox.ts'
import { endpointsOf } from './endpoints.ts'

/** A delivery with everything that an attempt needs. */
export interface Delivery {
  id: string
  endpointId: string
  storeId: string
  url: string
  secret: string
  event: string
  body: string
  /** How many were made so far. */
  attempts: number
}

/** What an attempt does to its delivery. */
export interface AttemptOutcome {
  state: 'pending' | 'delivered' | 'failed'
  /** In ms; null unless the delivery is still pending. */
  nextAttemptAt: number | null
}

/** The columns of a {@link Delivery}. */
const DELIVERY =
  'deliveries.id, endpoint_id AS endpointId, store_id AS storeId, url, secret, event, body, attempts'

export function newDeliveryId(): string {
  return `dlv_${randomHex(12)}`
}

/** Adds a delivery, due now, for each endpoint of the store that wants the event; gives their ids. Inside the event's transaction. */
export function addDeliveries(
  database: Database,
  now: number,
  { type, storeId, body }: WrittenEvent,
): string[] {
  const endpoints = endpointsOf(database, storeId).filter(
    ({ events }) => events.length === 0 || events.some(event => event === type),
  )
  for (const { id } of endpoints) {
    database
      .prepare(
        'INSERT INTO deliveries (id, endpoint_id, event, body, next_attempt_at) VALUES (?, ?, ?, ?, ?)',
      )
      .run(newDeliveryId(), id, type, body, now)
  }
  return endpoints.map(({ id }) => id)
}

/** The endpoints whose deliveries became due after a time, until `now`. */
export function endpointsDue(database: Database, after: number, now: number): string[] {
  return database
    .prepare(
      `SELECT DISTINCT endpoint_id AS id FROM deliveries
        WHERE state = 'pending' AND next_attempt_at > ? AND next_attempt_at <= ?`,
    )
    .all(after, now)
    .map(({ id }) => String(id))
}

/** The deliveries to an endpoint that are due, at most `limit`: the ones that are due longest. */
export function findDueDeliveries(
  database: Database,
  endpointId: string,
  now: number,
  limit: number,
): Delivery[] {
  const rows: unknown[] = database
    .prepare(
      `SELECT ${DELIVERY} FROM endpoints CROSS JOIN deliveries ON endpoint_id = endpoints.id
        WHERE endpoints.id = ? AND state = 'pending' AND next_attempt_at <= ?
        ORDER BY next_attempt_at, deliveries.position LIMIT ?`,
    )
    .all(endpointId, now, limit)
  return rows as Delivery[]
}

/** When the next attempt after `now` is due, in ms, or null if there is none. */
export function nextAttemptAfter(database: Database, now: number): number | null {
  const row = database
    .prepare(
      "SELECT min(next_attempt_at) AS next FROM deliveries WHERE state = 'pending' AND next_attempt_at > ?",
    )
    .get(now)
  return typeof row?.next === 'number' ? row.next : null
}

/** Saves what one of the five attempts does to a delivery. One that has been delivered by hand meanwhile stays delivered. */
export function recordAttempt(
  database: Database,
  id: string,
  { state, nextAttemptAt }: AttemptOutcome,
): void {
  database
    .prepare(
      `UPDATE deliveries SET state = CASE state WHEN 'delivered' THEN state ELSE ? END, attempts = attempts + 1,
         next_attempt_at = coalesce(?, next_attempt_at) WHERE id = ?`,
    )
    .run(state, nextAttemptAt, id)
}

/** After an attempt by hand that was accepted: no more are made. */
export function markDelivered(database: Database, id: string): void {
  database.prepare("UPDATE deliveries SET state = 'delivered' WHERE id = ?").run(id)
}

/** A delivery of a store with what an attempt needs, or null if there is none. */
export function findDelivery(database: Database, storeId: string, id: string): Delivery | null {
  const row: unknown = database
    .prepare(
      `SELECT ${DELIVERY} FROM deliveries JOIN endpoints ON endpoints.id = endpoint_id
        WHERE deliveries.id = ? AND store_id = ?`,
    )
    .get(id, storeId)
  return (row as Delivery | undefined) ?? null
}

/** Times are in ms. */
export interface SavedAttempt {
  at: number
  ms: number
  /** Null if there was no answer; then `error` says why. */
  status: number | null
  error: string | null
  /** The headers that were sent, the signature among them. */
  headers: Record<string, string>
  /** The start of the answer's body; null if there was none. */
  answer: string | null
  /** Whether somebody asked for it, so that it isn't one of the five. */
  byHand: boolean
}

/** The columns of a {@link SavedAttempt}. */
const ATTEMPT = 'at, ms, status, error, headers, answer, by_hand AS byHand'

/** Saves an attempt, unless its delivery was removed in the meantime. Inside a transaction. */
export function addAttempt(
  database: Database,
  id: string,
  { at, ms, status, error, headers, answer, byHand }: SavedAttempt,
): void {
  database
    .prepare(
      `INSERT INTO attempts (delivery_id, endpoint_id, at, ms, status, error, headers, answer, by_hand)
       SELECT id, endpoint_id, ?, ?, ?, ?, ?, ?, ? FROM deliveries WHERE id = ?`,
    )
    .run(at, Math.round(ms), status, error, JSON.stringify(headers), answer, byHand ? 1 : 0, id)
}

/** Saves a delivery of `endpoint.test` as its attempt ended, unless its endpoint was removed in the meantime. */
export function addTest(
  database: Database,
  { id, endpointId, event, body }: Pick<Delivery, 'id' | 'endpointId' | 'event' | 'body'>,
  state: AttemptOutcome['state'],
): void {
  database
    .prepare(
      `INSERT INTO deliveries (id, endpoint_id, event, body, state, attempts, next_attempt_at)
       SELECT ?, id, ?, ?, ?, 1, 0 FROM endpoints WHERE id = ?`,
    )
    .run(id, event, body, state, endpointId)
}

/** The attempts at a delivery, the first one first. */
export function attemptsOf(database: Database, deliveryId: string): SavedAttempt[] {
  return database
    .prepare(`SELECT ${ATTEMPT} FROM attempts WHERE delivery_id = ? ORDER BY position`)
    .all(deliveryId)
    .map(row => {
      return { ...row, headers: JSON.parse(String(row.headers)), byHand: row.byHand === 1 } as SavedAttempt
    })
}
