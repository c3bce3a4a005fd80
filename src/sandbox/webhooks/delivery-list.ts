/** The deliveries of a store, as the pages and the control routes list them. */

import type { Database } from '../core/database.ts'
import { attemptsOf, type SavedAttempt } from './deliveries.ts'

export type DeliveryState = 'pending' | 'delivered' | 'failed'
export const DELIVERY_STATES: readonly DeliveryState[] = ['pending', 'delivered', 'failed']

export interface DeliveryRow {
  position: number
  id: string
  endpointId: string
  url: string
  event: string
  body: string
  state: DeliveryState
  /** How many of the five were made. */
  attempts: number
  /** When the next one is due, in ms; null if there is none. */
  nextAttemptAt: number | null
}

const COLUMNS = `deliveries.position, deliveries.id, endpoint_id, url, event, body, state, attempts, next_attempt_at,
  store_id`
const FROM = 'FROM deliveries JOIN endpoints ON endpoints.id = endpoint_id'

/** Which deliveries; one that is undefined is any. */
export interface DeliveryFilter {
  /** A type, or a family such as `payment.*`. */
  type?: string | undefined
  /** The id of an endpoint. */
  endpoint?: string | undefined
  /** The id of a charge. */
  payment?: string | undefined
  status?: DeliveryState | undefined
}

/** The type of the deliveries that a person asks for to test an endpoint. */
export const TEST = 'endpoint.test'

const MOST_FOUND = 200

/** The latest ones of a store, newest first. Tests only if the filter names their type. */
export function findDeliveries(
  database: Database,
  storeId: string,
  { type, endpoint, payment, status }: DeliveryFilter,
  /** The position of the last one shown, for the ones after it. */
  { before, limit = MOST_FOUND }: { before?: number | undefined; limit?: number | undefined } = {},
): DeliveryRow[] {
  const conditions = [
    ['store_id = ?', storeId] as const,
    ['event GLOB ?', type] as const,
    ['endpoint_id = ?', endpoint] as const,
    ["json_extract(body, '$.data.paymentId') = ?", payment] as const,
    ['state = ?', status] as const,
    ['position < ?', before] as const,
  ].filter(([, value]) => value !== undefined)
  return database
    .prepare(
      `SELECT * FROM (${type === TEST ? TESTS : `SELECT ${COLUMNS} ${FROM}`})
        WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ORDER BY position DESC LIMIT ?`,
    )
    .all(...conditions.map(([, value]) => value!), limit)
    .map(toRow)
}

/** A delivery or a test of a store with its attempts, or null. */
export function deliveryWithAttempts(
  database: Database,
  storeId: string,
  id: string,
): { delivery: DeliveryRow; attempts: SavedAttempt[] } | null {
  const row =
    database.prepare(`SELECT ${COLUMNS} ${FROM} WHERE deliveries.id = ? AND store_id = ?`).get(id, storeId) ??
    database.prepare(`${TESTS} WHERE test_deliveries.id = ? AND store_id = ?`).get(id, storeId)
  return row ? { delivery: toRow(row), attempts: attemptsOf(database, id) } : null
}

/** A test was sent once: its state is what its attempt says. */
const TESTS = `SELECT test_deliveries.position, test_deliveries.id, endpoint_id, url, '${TEST}' AS event, body, store_id,
  CASE WHEN (SELECT status FROM attempts WHERE delivery_id = test_deliveries.id) BETWEEN 200 AND 299
    THEN 'delivered' ELSE 'failed' END AS state,
  1 AS attempts, NULL AS next_attempt_at
  FROM test_deliveries JOIN endpoints ON endpoints.id = endpoint_id`

function toRow(row: Record<string, unknown>): DeliveryRow {
  const state = row.state as DeliveryState
  return {
    position: Number(row.position),
    id: String(row.id),
    endpointId: String(row.endpoint_id),
    url: String(row.url),
    event: String(row.event),
    body: String(row.body),
    state,
    attempts: Number(row.attempts),
    nextAttemptAt: state === 'pending' ? Number(row.next_attempt_at) : null,
  }
}
