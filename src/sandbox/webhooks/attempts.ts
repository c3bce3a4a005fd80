/**
 * The attempts at deliveries, for the pages that show them: what was sent and what came back. The state of a delivery
 * is in its own table (deliveries.ts); nothing decides by these.
 */

import type { Database } from '../core/database.ts'

/** One attempt. Times are in ms. */
export interface SavedAttempt {
  at: number
  ms: number
  /** Null if there was no answer; then `error` says why. */
  status: number | null
  error: string | null
  /** The headers that were sent, the signature among them. */
  headers: Record<string, string>
  /** The start of the answer's body; null until it has arrived, and if there was none. */
  answer: string | null
  /** Whether somebody asked for it, so that it isn't one of the five. */
  byHand: boolean
}

/** How many are kept for one delivery, and of all of them. */
const KEPT_OF_DELIVERY = 50
const KEPT = 20_000
/** How many tests are kept for an endpoint. */
const KEPT_TESTS = 50

/** Saves an attempt, unless its endpoint was removed in the meantime. Gives its position, or null. Inside a transaction. */
export function addAttempt(
  database: Database,
  { id, endpointId }: { id: string; endpointId: string },
  attempt: Omit<SavedAttempt, 'answer'>,
): number | null {
  const { at, ms, status, error, headers, byHand } = attempt
  const { changes, lastInsertRowid } = database
    .prepare(
      `INSERT INTO attempts (delivery_id, endpoint_id, at, ms, status, error, headers, by_hand)
       SELECT ?, id, ?, ?, ?, ?, ?, ? FROM endpoints WHERE id = ?`,
    )
    .run(id, at, Math.round(ms), status, error, JSON.stringify(headers), byHand ? 1 : 0, endpointId)
  if (Number(changes) === 0) return null
  const position = Number(lastInsertRowid)
  database.prepare('DELETE FROM attempts WHERE position <= ?').run(position - KEPT)
  database
    .prepare(
      `DELETE FROM attempts WHERE delivery_id = ? AND position <= (
         SELECT position FROM attempts WHERE delivery_id = ? ORDER BY position DESC LIMIT 1 OFFSET ?)`,
    )
    .run(id, id, KEPT_OF_DELIVERY)
  return position
}

/** Saves the start of an attempt's answer, which arrives after its status. It is only shown, so it isn't synced. */
export function saveAnswer(database: Database, position: number, answer: string): void {
  database.unsynced(() => {
    database.prepare('UPDATE attempts SET answer = ? WHERE position = ?').run(answer, position)
  })
}

/** Saves a delivery of `endpoint.test`, unless its endpoint was removed in the meantime. Inside a transaction. */
export function addTest(
  database: Database,
  { id, endpointId, body }: { id: string; endpointId: string; body: string },
): void {
  database
    .prepare(
      `INSERT INTO test_deliveries (id, endpoint_id, body) SELECT ?, id, ? FROM endpoints WHERE id = ?`,
    )
    .run(id, body, endpointId)
  database
    .prepare(
      `DELETE FROM test_deliveries WHERE endpoint_id = ? AND position <= (
         SELECT position FROM test_deliveries WHERE endpoint_id = ? ORDER BY position DESC LIMIT 1 OFFSET ?)`,
    )
    .run(endpointId, endpointId, KEPT_TESTS)
}

/** The attempts at a delivery that are kept, the first one first. */
export function attemptsOf(database: Database, deliveryId: string): SavedAttempt[] {
  return database
    .prepare('SELECT * FROM attempts WHERE delivery_id = ? ORDER BY position')
    .all(deliveryId)
    .map(row => ({
      at: Number(row.at),
      ms: Number(row.ms),
      status: row.status as number | null,
      error: row.error as string | null,
      headers: JSON.parse(String(row.headers)),
      answer: row.answer as string | null,
      byHand: row.by_hand === 1,
    }))
}
