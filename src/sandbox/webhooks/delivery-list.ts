/** The deliveries of a store, as the pages and the control routes list them. */

import type { Database } from '../core/database.ts'
import type { AttemptOutcome } from './deliveries.ts'
import { NO_TEST } from './endpoints.ts'

type DeliveryState = AttemptOutcome['state']
export const DELIVERY_STATES: readonly DeliveryState[] = ['pending', 'delivered', 'failed']

export interface DeliveryRow {
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

const SELECT = `SELECT deliveries.id, endpoint_id AS endpointId, url, event, body, state, attempts,
    iif(state = 'pending', next_attempt_at, NULL) AS nextAttemptAt
  FROM deliveries JOIN endpoints ON endpoints.id = endpoint_id WHERE store_id = ?`

/** Which deliveries; one that is undefined is any. */
export interface DeliveryFilter {
  id?: string | undefined
  /** A type, or a family such as `payment.*`. */
  type?: string | undefined
  /** The id of an endpoint. */
  endpoint?: string | undefined
  /** The id of a charge. */
  payment?: string | undefined
  status?: DeliveryState | undefined
}

export const MOST_FOUND = 200

/** The latest ones of a store, newest first. Tests only if the filter names their type, or the id of one. */
export function findDeliveries(
  database: Database,
  storeId: string,
  { id, type, endpoint, payment, status }: DeliveryFilter,
  limit = MOST_FOUND,
): DeliveryRow[] {
  const conditions = [
    ['deliveries.id = ?', id] as const,
    ['event GLOB ?', type] as const,
    ['endpoint_id = ?', endpoint] as const,
    ["json_extract(body, '$.data.paymentId') = ?", payment] as const,
    ['state = ?', status] as const,
  ].filter(([, value]) => value !== undefined)
  const wanted = [
    id === undefined && type === undefined ? NO_TEST : 'true',
    ...conditions.map(([sql]) => sql),
  ].join(' AND ')
  const rows: unknown[] = database
    .prepare(`${SELECT} AND ${wanted} ORDER BY deliveries.position DESC LIMIT ?`)
    .all(storeId, ...conditions.map(([, value]) => value!), limit)
  return rows as DeliveryRow[]
}
