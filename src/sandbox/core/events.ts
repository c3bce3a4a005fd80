/**
 * Events and their texts (docs/service.md, 2.6 and 6.1). Those of charges have their own table, in which a row has only
 * what its charge doesn't say: the text of an event is about ten times as long, and almost all of it is in the table of
 * payments too. The text is written again when it is read.
 */

import { eventText as textOf } from '#lib/sandbox/event-text.ts'
import { EVENT_OF_STATUS } from './choices.ts'
import type { Database } from './database.ts'
import { randomHex } from './ids-and-times.ts'
import { type Charge, toCharge, toEventData } from './payments.ts'

/** An event to write. `at` is in ms. */
interface NewEvent {
  id: string
  type: string
  storeId: string
  at: number
  data: Record<string, unknown>
}

const ID_PREFIX = 'evt_'

export function newEventId(): string {
  return ID_PREFIX + randomHex(12)
}

/** The order of the members is part of the text: the same event must have the same bytes each time it is written. */
export function eventText({ id, type, storeId, at, data }: NewEvent): string {
  return textOf({ id, type, createdAt: new Date(at).toISOString(), storeId, data })
}

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
  const { storeId, status, expiresAt } = charge
  database
    .prepare(
      `INSERT INTO charge_events (store_id, position, payment, id, at, status, expires_at)
        VALUES (?, ?, (SELECT position FROM payments WHERE id = ?), ?, ?, ?, ?)`,
    )
    .run(storeId, position, charge.id, Buffer.from(id.slice(ID_PREFIX.length), 'hex'), at, status, expiresAt)
}

/** A saved event: its position in its store's events, from 1 without a gap, and its text. */
export interface EventRow {
  position: number
  event: string
}

/** Those of charges of a store after a position, in order. */
export function chargeEventsAfter(
  database: Database,
  storeId: string,
  after: number | bigint,
  limit: number,
): EventRow[] {
  const which = 'WHERE event.store_id = ? AND event.position > ? ORDER BY event.position LIMIT ?'
  return chargeEvents(database, which, storeId, after, limit)
}

/** The latest of charges of a store, newest first. */
export function latestChargeEvents(database: Database, storeId: string, limit: number): EventRow[] {
  const which = 'WHERE event.store_id = ? ORDER BY event.position DESC LIMIT ?'
  return chargeEvents(database, which, storeId, limit)
}

/** The rows without the charge's Pix code and Idempotency-Key, which no event has. */
function chargeEvents(
  database: Database,
  which: string,
  ...values: (string | number | bigint)[]
): EventRow[] {
  return database
    .prepare(
      `SELECT event.position AS place, lower(hex(event.id)) AS event_id, event.at, event.status, event.expires_at,
        payment.id, payment.store_id, '' AS idempotency_key, amount, requested_amount, fee, net_amount, description,
        pass_fee, validity_minutes, NULL AS pix_code, iif(event.status = 'PAID', event.at, NULL) AS paid_at, created_at
        FROM charge_events AS event JOIN payments AS payment ON payment.position = event.payment ${which}`,
    )
    .all(...values)
    .map(row => {
      const id = ID_PREFIX + String(row.event_id)
      return { position: Number(row.place), event: chargeEventText(id, toCharge(row), Number(row.at)) }
    })
}
