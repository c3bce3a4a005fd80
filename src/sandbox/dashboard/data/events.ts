/** The latest events of a store, and those of a charge. */

import { type EventRow, eventsOfCharge, latestChargeEvents } from '../../core/charge-events.ts'
import type { Database } from '../../core/database.ts'
import { type OutboxEntry, sequenceAt } from '../../core/outbox.ts'

/** More than a charge has. */
const OF_A_CHARGE = 20

/** Newest first. */
export function latestEvents(database: Database, storeId: string, limit: number): OutboxEntry[] {
  const texts = database
    .prepare('SELECT position, event FROM outbox WHERE store_id = ? ORDER BY position DESC LIMIT ?')
    .all(storeId, limit)
  return newest([...texts.map(toRow), ...latestChargeEvents(database, storeId, limit)], limit)
}

/** Newest first. */
export function eventsOf(database: Database, storeId: string, paymentId: string): OutboxEntry[] {
  const texts = database
    .prepare(
      // Without this, SQLite reads every event of the store, because they are in order there.
      `SELECT position, event FROM outbox INDEXED BY outbox_by_payment
        WHERE store_id = ? AND json_extract(event, '$.data.paymentId') = ?
        ORDER BY position DESC LIMIT ${OF_A_CHARGE}`,
    )
    .all(storeId, paymentId)
  const events = eventsOfCharge(database, storeId, paymentId, OF_A_CHARGE)
  return newest([...texts.map(toRow), ...events], OF_A_CHARGE)
}

function newest(rows: EventRow[], limit: number): OutboxEntry[] {
  return rows
    .sort((one, other) => other.position - one.position)
    .slice(0, limit)
    .map(({ position, event }) => ({ sequence: sequenceAt(position), event: JSON.parse(event) }))
}

function toRow(row: Record<string, unknown>): EventRow {
  return { position: Number(row.position), event: String(row.event) }
}
