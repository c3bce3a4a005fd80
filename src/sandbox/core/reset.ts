/** Empties a store. */

import type { Database } from './database.ts'

const OF_ENDPOINTS = 'endpoint_id IN (SELECT id FROM endpoints WHERE store_id = :store)'

/** What refers to another table goes before it. */
const STATEMENTS = [
  'DELETE FROM outbox WHERE store_id = :store',
  `DELETE FROM deliveries WHERE ${OF_ENDPOINTS}`,
  `DELETE FROM attempts WHERE ${OF_ENDPOINTS}`,
  'DELETE FROM credits WHERE store_id = :store',
  'DELETE FROM payments WHERE store_id = :store',
  'UPDATE stores SET balance = 0 WHERE id = :store',
]

/**
 * Removes a store's charges, deposits, events and deliveries; its keys and endpoints stay. Inside a transaction.
 *
 * @param last the position of its last event: those of later events go on from there, so that a saved cursor misses none
 */
export function removeAll(database: Database, store: string, last: number): void {
  for (const statement of STATEMENTS) database.prepare(statement).run({ store })
  database.prepare('UPDATE stores SET removed_events = ? WHERE id = ?').run(last, store)
}
