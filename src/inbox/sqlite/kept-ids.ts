/**
 * A Bloom filter: says of most new ids that they are new, without a look at the file. Until everything is in it, any id may
 * be there. What other processes have written is added before each commit.
 */

import { setImmediate } from 'node:timers/promises'
import type { Prepare } from '#lib/sqlite/statements.ts'
import type { Arrival } from '../arrival.ts'
import { hashOf } from '../shown.ts'
import type { SqliteShown } from './shown-events.ts'

/** `deposit`: a payment that has a `deposit.approved`. */
export type IdKind = 'delivery' | 'event' | 'deposit'

/** So that one text has another hash as an id of another kind. */
const SALT: Readonly<Record<IdKind, number>> = { delivery: 0x5bd1e995, event: 0, deposit: 0x2545f491 }

/** At least so many bits for each id that is there at the start: then one new id in 70 needs a look. */
const BITS_FOR_EACH = 16
/** 4 MiB and 32 MiB. */
const [MIN_BITS, MAX_BITS] = [25, 28]
/** How many rows are read at once. */
const SLICE = 1_000
/** If other processes have written more rows than this, it is filled again in the background. */
const MOST_AT_ONCE = 5_000

/** The rows of each table that has ids. Its newest row is never dropped, so its numbers aren't used again. */
const TABLES = {
  deliveries: `SELECT id, delivery, event_id AS event, iif(event = 'deposit.approved', payment_id, NULL) AS deposit
    FROM deliveries`,
  approvals: 'SELECT id, deposit_of AS deposit FROM approvals',
}
type IdTable = keyof typeof TABLES

type AddedDelivery = Pick<Arrival, 'delivery' | 'event' | 'eventId' | 'paymentId'>

interface Ids {
  delivery?: string
  event?: string | null
  deposit?: string | null
}

/** Every id of a kind in order, after one of them, by an index that has nothing else. */
const LISTS: readonly [IdKind, string][] = [
  ['delivery', 'SELECT delivery AS id FROM deliveries WHERE delivery > ? ORDER BY delivery'],
  ['event', 'SELECT event_id AS id FROM deliveries WHERE event_id > ? ORDER BY event_id'],
  [
    'deposit',
    `SELECT payment_id AS id FROM deliveries WHERE event = 'deposit.approved' AND payment_id > ? ORDER BY payment_id`,
  ],
  ['deposit', 'SELECT deposit_of AS id FROM approvals WHERE deposit_of > ? ORDER BY deposit_of'],
]

/** SQLite changes or cuts some other texts, so two that differ here may be equal there. */
const PLAIN = /^[ -~]+$/

export class KeptIds {
  readonly #prepare: Prepare
  readonly #shown: Pick<SqliteShown, 'kept'>
  #bits = new Int32Array(0)
  #shift = 0
  /** Whether the filling has begun: from then on, what is written is added. */
  #begun = false
  #complete = false
  #version = ''
  /** The number of the newest row of each table that is known here. */
  readonly #newest: Record<IdTable, number> = { deliveries: 0, approvals: 0 }
  /** That of the newest delivery of the transaction in progress. */
  #added: number | undefined

  constructor(prepare: Prepare, shown: Pick<SqliteShown, 'kept'>) {
    this.#prepare = prepare
    this.#shown = shown
  }

  /** Whether the inbox may have an id. If not, the id is new. */
  mayHave(kind: IdKind, id: string): boolean {
    if (!this.#complete || !PLAIN.test(id)) return true
    const hash = hashOf(id) ^ SALT[kind]
    return this.#isSet(hash >>> this.#shift) && this.#isSet(second(hash) >>> this.#shift)
  }

  /** Adds a delivery that is written in the transaction. If that fails, its ids only need a look, until it is filled again. */
  addDelivery(id: number | bigint, { delivery, event, eventId, paymentId }: AddedDelivery): void {
    if (!this.#begun) return
    this.#addIds({ delivery, event: eventId, deposit: event === 'deposit.approved' ? paymentId : null })
    this.#added = Number(id)
  }

  /** What was added is saved. To be called after each commit: another process may use the numbers of rows that failed. */
  committed(): void {
    this.#newest.deliveries = this.#added ?? this.#newest.deliveries
    this.#added = undefined
  }

  /** Adds what others have written, or {@link SqliteShown}. To be called first in each transaction that asks or adds. */
  catchUp(): void {
    this.#added = undefined
    if (!this.#begun) return
    const version = this.#written()
    if (version === this.#version) return
    this.#version = version
    const tables = Object.keys(TABLES) as IdTable[]
    if (tables.every(table => this.#addNewRows(table))) return
    // There are too many new ones: it has to be filled again.
    this.#bits = new Int32Array(0)
    this.#begun = false
    this.#complete = false
  }

  /** Fills it, with other work in between, unless that was already done. */
  async fill(): Promise<void> {
    if (this.#begun) return
    this.#begin()
    const filling = this.#bits
    for (const [kind, sql] of LISTS) {
      for (const ids of this.#inSlices(sql)) {
        for (const id of ids) this.#add(kind, id)
        await setImmediate()
        if (this.#bits !== filling) return
      }
    }
    this.#complete = true
  }

  #begin(): void {
    // First this one: what is written after it is added later.
    this.#version = this.#written()
    for (const table of Object.keys(TABLES) as IdTable[]) {
      const row = this.#prepare(`SELECT coalesce(max(id), 0) AS id FROM ${table}`).get()
      this.#newest[table] = Number(row?.id)
    }
    const bits = Math.ceil(Math.log2(1 + 2 * this.#newest.deliveries * BITS_FOR_EACH))
    const size = Math.max(MIN_BITS, Math.min(bits, MAX_BITS))
    this.#bits = new Int32Array(2 ** (size - 5))
    this.#shift = 32 - size
    this.#begun = true
  }

  *#inSlices(sql: string): Generator<string[]> {
    const next = this.#prepare(`${sql} LIMIT ${SLICE}`)
    for (let last = ''; ; ) {
      const ids = next.all(last).map(({ id }) => String(id))
      yield ids
      if (ids.length < SLICE) return
      // An older Node cuts a text at a zero byte, and can't go on after it.
      if (ids.at(-1) === last) throw new Error('the ids have no order')
      last = ids.at(-1)!
    }
  }

  #addNewRows(table: IdTable): boolean {
    const rows = this.#prepare(`${TABLES[table]} WHERE id > ? ORDER BY id LIMIT ${MOST_AT_ONCE}`).all(
      this.#newest[table],
    ) as unknown as (Ids & { id: number })[]
    if (rows.length === MOST_AT_ONCE) return false
    for (const row of rows) this.#addIds(row)
    this.#newest[table] = rows.at(-1)?.id ?? this.#newest[table]
    return true
  }

  #addIds({ delivery, event, deposit }: Ids): void {
    if (delivery != null) this.#add('delivery', delivery)
    if (event != null) this.#add('event', event)
    if (deposit != null) this.#add('deposit', deposit)
  }

  /** Changes when another connection has written, or {@link SqliteShown} has. */
  #written(): string {
    return `${this.#prepare('PRAGMA data_version').get()?.data_version} ${this.#shown.kept}`
  }

  #isSet(bit: number): boolean {
    return (this.#bits[bit >>> 5]! & (1 << (bit & 31))) !== 0
  }

  #add(kind: IdKind, id: string): void {
    const hash = hashOf(id) ^ SALT[kind]
    for (const bit of [hash >>> this.#shift, second(hash) >>> this.#shift]) {
      this.#bits[bit >>> 5]! |= 1 << (bit & 31)
    }
  }
}

function second(hash: number): number {
  return Math.imul(hash, 0x9e3779b1)
}
