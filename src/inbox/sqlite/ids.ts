/**
 * Finds deliveries by their id and by the id of their event. An index over ids in no order would write a page for each of
 * them with every commit. So the ids of the latest deliveries are in memory, and each commit moves a slice of them, those
 * with neighbouring hashes, into the index. A mark says up to which delivery it has all; a process that opens the file
 * reads the ids of those after it.
 */

import type { DatabaseSync } from 'node:sqlite'
import type { Prepare } from '#lib/sqlite/statements.ts'

/** Each commit moves one slice, and one more for so many deliveries: then at most some 250,000 are after the mark. */
const SLICES = 4096
const DELIVERIES_A_SLICE = 32
/** The ids of about so many deliveries are moved at once when there is time. */
const MANY = 2_000
const LOWEST = -(2 ** 31)
const SLICE = 2 ** 32 / SLICES

/** Of one connection: nobody else sees it, and it is undone with the transaction. */
const IN_MEMORY = `
  PRAGMA temp_store = MEMORY;
  CREATE TEMP TABLE recent_ids (
    hash INTEGER NOT NULL,
    delivery_id INTEGER NOT NULL,
    PRIMARY KEY (hash, delivery_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TEMP VIEW all_ids AS
    SELECT hash, delivery_id FROM ids UNION ALL SELECT hash, delivery_id FROM recent_ids;`

/** Whether a delivery has an id with the hash of this one, which is an expression of SQL. A few others have the same. */
export const hasHashOf = (table: string, id: string) =>
  `${table}.id IN (SELECT delivery_id FROM all_ids WHERE hash = hash_of(${id}))`

/** What is known of the file. */
interface Known {
  /** `data_version` of SQLite: changes when another connection has written. -1: nothing was read. */
  version: number
  /** Up to which delivery all are in the index. */
  mark: number
  /** Up to which they are there or in memory. */
  newest: number
  /** The next slice to move. */
  slice: number
  /** Up to which delivery everything is moved after the last slice. */
  roundEnd: number
}

export class Ids {
  readonly #prepare: Prepare
  #known: Known = { version: -1, mark: 0, newest: 0, slice: 0, roundEnd: 0 }
  /** The same with what the transaction in progress has done. */
  #next = this.#known
  #added = 0
  /** Whether this process has moved some. */
  #hasMoved = false

  constructor(database: DatabaseSync, prepare: Prepare) {
    this.#prepare = prepare
    database.function('hash_of', { deterministic: true }, id => (id === null ? null : hashOf(String(id))))
    database.exec(IN_MEMORY)
  }

  /** Finds also what other connections have written. To be called before each search, and before a transaction. */
  catchUp(): void {
    this.begin()
    this.committed()
  }

  /** The same in a transaction, first. */
  begin(): void {
    const { newest, mark } = this.#known
    this.#next = { ...this.#known }
    this.#added = 0
    const version = Number(this.#prepare('PRAGMA data_version').get()?.data_version)
    if (version === this.#known.version) return
    const now = this.#prepare(
      'SELECT up_to AS mark, (SELECT coalesce(max(id), 0) FROM deliveries) AS newest FROM indexed',
    ).get() as { mark: number; newest: number }
    if (now.mark > mark) this.#prepare('DELETE FROM recent_ids WHERE delivery_id <= ?').run(now.mark)
    const after = Math.max(newest, now.mark)
    this.#prepare(
      `INSERT OR IGNORE INTO recent_ids
       SELECT hash_of(delivery), id FROM deliveries WHERE id > ? UNION ALL
       SELECT hash_of(event_id), id FROM deliveries WHERE id > ? AND event_id IS NOT NULL`,
    ).run(after, after)
    Object.assign(this.#next, { version, ...now })
    if (this.#known.version === -1) this.#next.roundEnd = now.newest
  }

  /** Whether a delivery may have the id, as its own or its event's. If not, it is new. */
  mayHave(id: string): boolean {
    return this.#prepare('SELECT 1 FROM all_ids WHERE hash = ? LIMIT 1').get(hashOf(id)) !== undefined
  }

  /** Adds a delivery that is written in the transaction. */
  add(row: number | bigint, delivery: string, eventId: string | null): void {
    // Without an event's id it has one entry, which is inserted twice.
    const insert = this.#prepare('INSERT OR IGNORE INTO recent_ids VALUES (?, ?), (?, ?)')
    insert.run(hashOf(delivery), row, hashOf(eventId ?? delivery), row)
    this.#next.newest = Number(row)
    this.#added++
  }

  /** Whether all are in the index. */
  get isIndexed(): boolean {
    return this.#known.mark >= this.#known.newest
  }

  /** Moves some into the index, if the transaction has added others. To be called last in it. */
  index(): void {
    if (this.#added === 0) return
    // First more, for the process before: many that end after a few commits would leave more and more.
    if (this.#hasMoved) this.#move(1 + Math.floor(this.#added / DELIVERIES_A_SLICE))
    else this.indexMore()
  }

  /** Moves many of them: it takes some milliseconds. */
  indexMore(): void {
    const { mark, newest } = this.#next
    this.#move(Math.ceil((SLICES * MANY) / (newest - mark)))
  }

  #move(slices: number): void {
    const { slice, newest, roundEnd } = this.#next
    const isAll = slices >= SLICES
    const [first, end] = isAll ? [0, SLICES] : [slice, Math.min(slice + slices, SLICES)]
    const range = [LOWEST + first * SLICE, LOWEST + end * SLICE - 1] as const
    const isInRange = 'hash BETWEEN ? AND ?'
    this.#prepare(`INSERT OR IGNORE INTO ids SELECT * FROM recent_ids WHERE ${isInRange}`).run(...range)
    this.#prepare(`DELETE FROM recent_ids WHERE ${isInRange}`).run(...range)
    this.#next.slice = end % SLICES
    if (end < SLICES) return
    this.#next.mark = Math.max(this.#next.mark, isAll ? newest : roundEnd)
    this.#next.roundEnd = newest
    this.#prepare('UPDATE indexed SET up_to = max(up_to, ?)').run(this.#next.mark)
  }

  committed(): void {
    this.#hasMoved ||= this.#added > 0
    this.#known = this.#next
  }
}

/** 32 bits (FNV-1a): small to write. Others have the same, so the ids themselves are compared too. */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return hash | 0
}
