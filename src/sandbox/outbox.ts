/**
 * The outbox: one event for each change of state, written in the transaction of that change.
 * Deliveries copy them from here; whatever else sends events reads them from here.
 */

import { type EventType, FIRST_SEQUENCE } from './choices.ts'
import type { Database } from './database.ts'
import { type Random, randomHex } from './environment.ts'

/** A payment event (spec section 2.6), or the `deposit.approved` of a wallet-form deposit (section 6.1). */
export interface OutboxEvent {
  id: string
  type: EventType
  createdAt: string
  storeId: string
  data: Record<string, unknown>
}

export interface OutboxEntry {
  /** A decimal integer above 2^53: text everywhere, never a number. */
  sequence: string
  event: OutboxEvent
}

/** An event as it was written, to be delivered: `body` is its JSON, the very text of the outbox. */
export interface WrittenEvent {
  type: string
  storeId: string
  body: string
}

/** An event as it is written, with an id of its own. `at` is in ms. */
export function writeEvent(
  random: Random,
  type: string,
  storeId: string,
  at: number,
  data: Record<string, unknown>,
): WrittenEvent {
  const id = `evt_${randomHex(random, 12)}`
  const createdAt = new Date(at).toISOString()
  return { type, storeId, body: JSON.stringify({ id, type, createdAt, storeId, data }) }
}

export class Outbox {
  readonly #database: Database
  readonly #random: Random

  constructor(database: Database, random: Random) {
    this.#database = database
    this.#random = random
  }

  /** Writes an event; to be called inside the transaction of the change it tells of. `at` is in ms. */
  add(type: EventType, storeId: string, at: number, data: Record<string, unknown>): WrittenEvent {
    const event = writeEvent(this.#random, type, storeId, at, data)
    const last = this.#database.prepare('SELECT max(position) AS position FROM outbox').get()?.position
    const position = Number(last ?? 0) + 1
    this.#database
      .prepare('INSERT INTO outbox (position, sequence, event) VALUES (?, ?, ?)')
      .run(position, sequenceAt(position), event.body)
    return event
  }

  /**
   * The entries after a sequence (from the first one without it), in order, at most `limit`.
   * Throws RangeError when `after` is not a sequence.
   */
  read(after?: string, limit = 1000): OutboxEntry[] {
    return this.#database
      .prepare('SELECT sequence, event FROM outbox WHERE position > ? ORDER BY position LIMIT ?')
      .all(after === undefined ? 0 : positionOf(after), limit)
      .map(row => ({ sequence: String(row.sequence), event: JSON.parse(String(row.event)) as OutboxEvent }))
  }
}

function sequenceAt(position: number): string {
  return String(FIRST_SEQUENCE + BigInt(position - 1))
}

function positionOf(sequence: string): bigint {
  if (!/^\d{1,18}$/.test(sequence)) throw new RangeError(`not a sequence: ${sequence}`)
  return BigInt(sequence) - FIRST_SEQUENCE + 1n
}
