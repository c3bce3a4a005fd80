/**
 * The outbox: one event for each change of state, written in the transaction of that change. Each store has its own
 * sequence, so that a gap never shows what happens in another one.
 */

import type { EventType } from '#contract/delivery.ts'
import { eventText } from '#lib/sandbox/event-text.ts'
import { EVENT_OF_STATUS, FIRST_SEQUENCE } from './choices.ts'
import type { Database } from './database.ts'
import { newEventId } from './ids-and-times.ts'
import { type Charge, toEventData } from './payments.ts'

/** A payment event (docs/service.md, 2.6), a `deposit.approved` or a `connection.test` (docs/service.md, 6.1). */
export interface OutboxEvent {
  id: string
  type: EventType | 'connection.test'
  createdAt: string
  storeId: string
  data: Record<string, unknown>
}

/** A saved event: its position in its store's events, from 1 without a gap, and its text. */
export interface EventRow {
  position: number
  event: string
}

export interface OutboxEntry {
  /** A decimal integer above 2^53: text everywhere, never a number. */
  sequence: string
  event: OutboxEvent
}

/** An event to deliver: `body` is its JSON, the exact text of the outbox. */
export interface WrittenEvent {
  id: string
  type: string
  storeId: string
  body: string
}

export class Outbox {
  readonly #database: Database
  #written = new Set<string>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Writes the event of a charge that has reached its state at this time (ms). Inside the transaction of the change. */
  addCharge(charge: Charge, at: number): WrittenEvent {
    return this.add(EVENT_OF_STATUS[charge.status], charge.storeId, at, toEventData(charge))
  }

  /** Writes an event. Inside the transaction of the change that it is about. `at` is in ms. */
  add(
    type: OutboxEvent['type'],
    storeId: string,
    at: number,
    data: Record<string, unknown>,
  ): WrittenEvent & { sequence: string } {
    const id = newEventId()
    const body = eventText({ id, type, createdAt: new Date(at).toISOString(), storeId, data })
    const position = this.last(storeId) + 1
    this.#database
      .prepare('INSERT INTO outbox (store_id, position, event) VALUES (?, ?, ?)')
      .run(storeId, position, body)
    this.#written.add(storeId)
    return { id, type, storeId, body, sequence: sequenceAt(position) }
  }

  /** The stores that may have new events since it was asked for last. */
  takeWritten(): ReadonlySet<string> {
    const written = this.#written
    this.#written = new Set()
    return written
  }

  /** The position of a store's last entry, also if it was removed; 0 if there was none. */
  last(storeId: string): number {
    const row = this.#database
      .prepare(
        `SELECT max(removed_events, coalesce((SELECT max(position) FROM outbox WHERE store_id = stores.id), 0))
           AS position FROM stores WHERE id = ?`,
      )
      .get(storeId)
    return Number(row?.position ?? 0)
  }

  /** A store's entries after a position (0: from the first one), in order, at most `limit`. */
  rows(storeId: string, after: number | bigint, limit: number): EventRow[] {
    const rows: unknown[] = this.#database
      .prepare(
        'SELECT position, event FROM outbox WHERE store_id = ? AND position > ? ORDER BY position LIMIT ?',
      )
      .all(storeId, after, limit)
    return rows as EventRow[]
  }
}

/** The position of a sequence, even if nothing is there; below 1 before the first one. Null if it is no sequence. */
export function positionOf(sequence: string): bigint | null {
  return /^(0|[1-9]\d{0,17})$/.test(sequence) ? BigInt(sequence) - FIRST_SEQUENCE + 1n : null
}

/** The sequence at a position; at 0, the one before the first. */
export function sequenceAt(position: number): string {
  return String(FIRST_SEQUENCE + BigInt(position - 1))
}

/** The latest events of a store, newest first. */
export function latestEvents(database: Database, storeId: string, limit: number): OutboxEntry[] {
  const rows: unknown[] = database
    .prepare('SELECT position, event FROM outbox WHERE store_id = ? ORDER BY position DESC LIMIT ?')
    .all(storeId, limit)
  return (rows as EventRow[]).map(({ position, event }) => ({
    sequence: sequenceAt(position),
    event: JSON.parse(event),
  }))
}
