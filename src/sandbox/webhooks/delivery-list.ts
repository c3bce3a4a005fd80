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
  isTest: boolean
}

export interface DeliveryPage {
  deliveries: DeliveryRow[]
  /** The position after which to go on; null at the end. */
  next: number | null
}

const DELIVERIES_PER_PAGE = 50
/** More than a charge has events, for a few endpoints. */
const OF_A_CHARGE = 50

const COLUMNS = `deliveries.position, deliveries.id, endpoint_id, url, event, body, state, attempts, next_attempt_at,
  0 AS is_test`
const FROM = 'FROM deliveries JOIN endpoints ON endpoints.id = endpoint_id'

/** @param before the position of the last one shown; null for the newest ones */
export function deliveriesTo(
  database: Database,
  { endpointId, state, before }: { endpointId: string; state: DeliveryState | null; before: number | null },
): DeliveryPage {
  const rows = database
    .prepare(
      `SELECT ${COLUMNS} ${FROM} WHERE endpoint_id = ? ${state ? 'AND state = ?' : ''} AND deliveries.position < ?
        ORDER BY deliveries.position DESC LIMIT ?`,
    )
    .all(endpointId, ...(state ? [state] : []), before ?? Number.MAX_SAFE_INTEGER, DELIVERIES_PER_PAGE + 1)
  const deliveries = rows.slice(0, DELIVERIES_PER_PAGE).map(toRow)
  const last = deliveries.at(-1)
  return { deliveries, next: rows.length > deliveries.length && last ? last.position : null }
}

export function testsOf(database: Database, endpointId: string): DeliveryRow[] {
  return database
    .prepare(`${TESTS} WHERE endpoint_id = ? ORDER BY test_deliveries.position DESC`)
    .all(endpointId)
    .map(toRow)
}

/** The deliveries of a charge's events to the store's endpoints, newest first. */
export function deliveriesAbout(database: Database, storeId: string, paymentId: string): DeliveryRow[] {
  return database
    .prepare(
      `SELECT ${COLUMNS} FROM deliveries INDEXED BY deliveries_by_payment JOIN endpoints ON endpoints.id = endpoint_id
        WHERE json_extract(body, '$.data.paymentId') = ? AND store_id = ?
        ORDER BY deliveries.position DESC LIMIT ${OF_A_CHARGE}`,
    )
    .all(paymentId, storeId)
    .map(toRow)
}

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
export function findDeliveries(database: Database, storeId: string, filter: DeliveryFilter): DeliveryRow[] {
  const conditions = [
    ['store_id = ?', storeId],
    ['event GLOB ?', filter.type],
    ['endpoint_id = ?', filter.endpoint],
    ["json_extract(body, '$.data.paymentId') = ?", filter.payment],
    ['state = ?', filter.status],
  ].filter((condition): condition is [string, string] => condition[1] !== undefined)
  return database
    .prepare(
      `SELECT * FROM (${filter.type === TEST ? TESTS : `SELECT ${COLUMNS}, store_id ${FROM}`})
        WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ORDER BY position DESC LIMIT ${MOST_FOUND}`,
    )
    .all(...conditions.map(([, value]) => value))
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
  1 AS attempts, NULL AS next_attempt_at, 1 AS is_test
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
    isTest: row.is_test === 1,
  }
}
