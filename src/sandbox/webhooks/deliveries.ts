/**
 * Reads and writes the table of deliveries (docs/service.md, 6.2): one row for each event and endpoint, written with
 * the event. Its id and body stay the same in all attempts.
 */

import type { Database } from '../core/database.ts'
import { type Random, randomHex } from '../core/environment.ts'
import type { WrittenEvent } from '../core/outbox.ts'
import { endpointsOf } from './endpoints.ts'

/** A delivery with everything that an attempt needs. */
export interface Delivery {
  id: string
  endpointId: string
  url: string
  secret: string
  /** The event's type. */
  event: string
  body: string
  /** How many were made so far. */
  attempts: number
}

/** The result of an attempt. Times are in ms. */
export interface AttemptOutcome {
  at: number
  /** Null if there was no answer; then `error` says why. */
  status: number | null
  error: string | null
  state: 'pending' | 'delivered' | 'failed'
  /** Null unless the delivery is still pending. */
  nextAttemptAt: number | null
}

export function newDeliveryId(random: Random): string {
  return `dlv_${randomHex(random, 12)}`
}

/** Adds a delivery, due now, for each endpoint of the store that wants the event. Inside the event's transaction. */
export function addDeliveries(
  database: Database,
  random: Random,
  now: number,
  { type, storeId, body }: WrittenEvent,
): void {
  for (const { id, events } of endpointsOf(database, storeId)) {
    if (events.length > 0 && !events.some(each => each === type)) continue
    database
      .prepare(
        'INSERT INTO deliveries (id, endpoint_id, event, body, next_attempt_at) VALUES (?, ?, ?, ?, ?)',
      )
      .run(newDeliveryId(random), id, type, body, now)
  }
}

/** The deliveries to an endpoint that are due, the ones that are due longest first, at most `limit`. */
export function findDueDeliveries(
  database: Database,
  endpointId: string,
  now: number,
  limit: number,
): Delivery[] {
  return database
    .prepare(
      `SELECT deliveries.id, endpoint_id, url, secret, event, body, attempts
         FROM deliveries JOIN endpoints ON endpoints.id = endpoint_id
        WHERE endpoint_id = ? AND state = 'pending' AND next_attempt_at <= ?
        ORDER BY next_attempt_at, deliveries.position LIMIT ?`,
    )
    .all(endpointId, now, limit)
    .map(row => ({
      id: String(row.id),
      endpointId: String(row.endpoint_id),
      url: String(row.url),
      secret: String(row.secret),
      event: String(row.event),
      body: String(row.body),
      attempts: Number(row.attempts),
    }))
}

/** The endpoints with a delivery that is due, oldest first. */
export function endpointsWithDue(database: Database, now: number): string[] {
  return database
    .prepare(
      `SELECT id FROM endpoints WHERE EXISTS (
         SELECT 1 FROM deliveries WHERE endpoint_id = endpoints.id AND state = 'pending' AND next_attempt_at <= ?
       ) ORDER BY position`,
    )
    .all(now)
    .map(row => String(row.id))
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

/** Saves the result of an attempt, unless the endpoint was removed in the meantime. */
export function recordAttempt(database: Database, delivery: Delivery, outcome: AttemptOutcome): void {
  const { at, status, error, state, nextAttemptAt } = outcome
  database.transaction(() => {
    database
      .prepare(
        `UPDATE deliveries SET state = ?, attempts = attempts + 1,
           next_attempt_at = coalesce(?, next_attempt_at) WHERE id = ?`,
      )
      .run(state, nextAttemptAt, delivery.id)
    database
      .prepare('UPDATE endpoints SET last_at = ?, last_status = ?, last_error = ? WHERE id = ?')
      .run(at, status, error, delivery.endpointId)
  })
}
