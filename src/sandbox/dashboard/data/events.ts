/** The latest events of a store, and those of a charge. */

import type { Database } from '../../core/database.ts'
import { type OutboxEntry, sequenceAt } from '../../core/outbox.ts'

/** More than a charge has. */
const OF_A_CHARGE = 20

/** Newest first. */
export function latestEvents(database: Database, storeId: string, limit: number): OutboxEntry[] {
  return database
    .prepare('SELECT position, event FROM outbox WHERE store_id = ? ORDER BY position DESC LIMIT ?')
    .all(storeId, limit)
    .map(toEntry)
}

/** Newest first. */
export function eventsOf(database: Database, storeId: string, paymentId: string): OutboxEntry[] {
  return database
    .prepare(
      // Without this, SQLite reads every event of the store, because they are in order there.
      `SELECT position, event FROM outbox INDEXED BY outbox_by_payment
        WHERE store_id = ? AND json_extract(event, '$.data.paymentId') = ?
        ORDER BY position DESC LIMIT ${OF_A_CHARGE}`,
    )
    .all(storeId, paymentId)
    .map(toEntry)
}

function toEntry(row: Record<string, unknown>): OutboxEntry {
  return { sequence: sequenceAt(Number(row.position)), event: JSON.parse(String(row.event)) }
}
