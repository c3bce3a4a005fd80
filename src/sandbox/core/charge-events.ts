/**
 * The events of charges in the database. Each row has only what its charge doesn't say: the text of an event is about
 * ten times as long, and almost all of it is in the table of payments too. The text is written again when it is read.
 */

import { EVENT_OF_STATUS } from './choices.ts'
import type { Database } from './database.ts'
import { eventText } from './event-text.ts'
import { type Charge, toCharge, toEventData } from './payments.ts'

/** An event without its id's prefix and without what the charge says. */
export const CHARGE_EVENTS = `
  CREATE TABLE charge_events (
    store_id TEXT NOT NULL REFERENCES stores (id),
    position INTEGER NOT NULL,
    payment INTEGER NOT NULL REFERENCES payments (position),
    id BLOB NOT NULL,
    at INTEGER NOT NULL,
    -- The charge's state and deadline at that time.
    status TEXT NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (store_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX charge_events_by_payment ON charge_events (payment);
`

const ID_PREFIX = 'evt_'
/** Without the charge's Pix code and Idempotency-Key, which no event has. */
const ROWS = `SELECT event.position AS place, lower(hex(event.id)) AS event_id, event.at, event.status, event.expires_at,
    payment.id, payment.store_id, '' AS idempotency_key, amount, requested_amount, fee, net_amount, description, pass_fee,
    validity_minutes, NULL AS pix_code, iif(event.status = 'PAID', event.at, NULL) AS paid_at, created_at
  FROM charge_events AS event`

/** The text of an event of a charge that has just reached its state, at `at` (ms). */
export function chargeEventText(id: string, charge: Charge, at: number): string {
  const type = EVENT_OF_STATUS[charge.status]
  return eventText({ id, type, storeId: charge.storeId, at, data: toEventData(charge) })
}

/** @param position its place in the store's events */
export function insertChargeEvent(
  database: Database,
  { position, id, charge, at }: { position: number; id: string; charge: Charge; at: number },
): void {
  database
    .prepare(
      `INSERT INTO charge_events (store_id, position, payment, id, at, status, expires_at)
        VALUES (?, ?, (SELECT position FROM payments WHERE id = ?), ?, ?, ?, ?)`,
    )
    .run(
      charge.storeId,
      position,
      charge.id,
      Buffer.from(id.slice(ID_PREFIX.length), 'hex'),
      at,
      charge.status,
      charge.expiresAt,
    )
}

export interface EventRow {
  position: number
  /** The text of the event. */
  event: string
}

/** Those of a store after a position, in order. */
export function chargeEventsAfter(
  database: Database,
  storeId: string,
  after: number | bigint,
  limit: number,
): EventRow[] {
  return database
    .prepare(
      `${ROWS} JOIN payments AS payment ON payment.position = event.payment
        WHERE event.store_id = ? AND event.position > ? ORDER BY event.position LIMIT ?`,
    )
    .all(storeId, after, limit)
    .map(toEventRow)
}

/** The latest of a store, newest first. */
export function latestChargeEvents(database: Database, storeId: string, limit: number): EventRow[] {
  return database
    .prepare(
      `${ROWS} JOIN payments AS payment ON payment.position = event.payment
        WHERE event.store_id = ? ORDER BY event.position DESC LIMIT ?`,
    )
    .all(storeId, limit)
    .map(toEventRow)
}

/** Those of a charge, newest first. */
export function eventsOfCharge(
  database: Database,
  storeId: string,
  paymentId: string,
  limit: number,
): EventRow[] {
  return database
    .prepare(
      `${ROWS} INDEXED BY charge_events_by_payment JOIN payments AS payment ON payment.position = event.payment
        WHERE event.payment = (SELECT position FROM payments WHERE id = ?) AND event.store_id = ?
        ORDER BY event.position DESC LIMIT ?`,
    )
    .all(paymentId, storeId, limit)
    .map(toEventRow)
}

function toEventRow(row: Record<string, unknown>): EventRow {
  const id = ID_PREFIX + String(row.event_id)
  return { position: Number(row.place), event: chargeEventText(id, toCharge(row), Number(row.at)) }
}
