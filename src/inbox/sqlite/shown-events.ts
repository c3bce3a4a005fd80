/**
 * What `events tail` has shown, and how far each stream has been read. Events that were shown together share a row, found
 * by hashes of their ids: rows of their own, with an index over ids in random order, cost many times as much to write.
 */

import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { transaction } from '#lib/sqlite/database-file.ts'
import type { Prepare } from '#lib/sqlite/statements.ts'
import { textOf } from '#lib/text-bytes.ts'
import type { BloomFilter } from '../bloom-filter.ts'
import type { ShownEvents } from '../inbox.ts'
import {
  type CursorElsewhere,
  type CursorKind,
  type Cursors,
  lineOf,
  type ProgressRecord,
  type SavedCursor,
} from '../shown.ts'
import { insertApprovals } from './approvals.ts'

/** How many hashes are read at once. */
const SLICE = 10_000

export class SqliteShown implements ShownEvents {
  readonly #database: DatabaseSync
  readonly #prepare: Prepare

  constructor(database: DatabaseSync, prepare: Prepare) {
    this.#database = database
    this.#prepare = prepare
  }

  async cursors(stream: string): Promise<Cursors> {
    const rows = this.#prepare('SELECT place, sequence FROM cursors WHERE realtime_url = ?').all(stream)
    return Object.fromEntries(rows.map(({ place, sequence }) => [place, sequence]))
  }

  async reachedAt(stream: string, place: CursorKind): Promise<string | null> {
    const row = this.#prepare('SELECT saved_at AS at FROM cursors WHERE realtime_url = ? AND place = ?').get(
      stream,
      place,
    )
    return (row?.at as string | undefined) ?? null
  }

  async elsewhere(stream: string, place: CursorKind): Promise<CursorElsewhere | null> {
    const row = this.#prepare(
      `SELECT realtime_url AS stream, sequence FROM cursors
       WHERE realtime_url <> ? AND place = ? ORDER BY saved_at DESC LIMIT 1`,
    ).get(stream, place)
    return (row as unknown as CursorElsewhere | undefined) ?? null
  }

  async oldestCursor(): Promise<SavedCursor | null> {
    const row = this.#prepare(
      'SELECT realtime_url AS stream, place, saved_at AS reachedAt FROM cursors ORDER BY saved_at LIMIT 1',
    ).get()
    return (row as unknown as SavedCursor | undefined) ?? null
  }

  async forget(stream: string, place: CursorKind | null = null): Promise<boolean> {
    const forget = this.#prepare('DELETE FROM cursors WHERE realtime_url = ? AND place = coalesce(?, place)')
    return transaction(this.#database, () => forget.run(stream, place).changes > 0)
  }

  /** {@link InboxWriting.progress}. Call it inside a transaction. */
  keep({ stream, shown, approvals, cursors, reached, at }: ProgressRecord): void {
    const insert = this.#prepare('INSERT INTO shown (shown_at, ids) VALUES (?, ?)')
    const insertIds = this.#prepare(
      'INSERT OR IGNORE INTO shown_ids (event_hash, shown_id) SELECT value, ? FROM json_each(?)',
    )
    for (const { ids, hashes } of shown) {
      const { lastInsertRowid } = insert.run(at, textOf(ids))
      insertIds.run(lastInsertRowid, `[${hashes.join(',')}]`)
    }
    insertApprovals(this.#prepare, approvals, at)
    for (const [place, sequence] of Object.entries(cursors) as [CursorKind, string][]) {
      this.#prepare(
        `INSERT INTO cursors (realtime_url, place, sequence, saved_at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET sequence = excluded.sequence, saved_at = excluded.saved_at`,
      ).run(stream, place, sequence, reached[place]!)
    }
  }

  async before(ids: readonly string[], hashes: readonly number[]): Promise<Set<string>> {
    // CROSS JOIN makes SQLite look up each hash in the index, without sorting.
    const found = this.#prepare(
      `SELECT event_hash AS hash, shown_id AS row
       FROM json_each(?) CROSS JOIN shown_ids ON event_hash = value`,
    ).all(`[${hashes.join(',')}]`) as unknown as { hash: number; row: number }[]
    if (found.length === 0) return new Set()
    const rowsByHash = Map.groupBy(found, ({ hash }) => hash)
    const isIn = this.#prepare('SELECT 1 FROM shown WHERE id = ? AND instr(ids, ?) > 0')
    return new Set(
      ids.filter((id, index) =>
        rowsByHash.get(hashes[index]!)?.some(({ row }) => isIn.get(row, lineOf(id)) !== undefined),
      ),
    )
  }

  async fill(filter: BloomFilter): Promise<void> {
    for (const hashes of this.hashes()) {
      filter.fill(hashes)
      await setImmediate()
    }
    filter.setFilled()
  }

  /** The hashes of everything that was shown. There may be millions: they come in slices, for other work in between. */
  *hashes(): Generator<readonly number[]> {
    const next = this.#prepare(
      `SELECT event_hash AS hash, shown_id AS row FROM shown_ids WHERE (event_hash, shown_id) > (?, ?)
       ORDER BY event_hash, shown_id LIMIT ${SLICE}`,
    )
    let last = { hash: -(2 ** 31), row: -1 }
    for (;;) {
      const slice = next.all(last.hash, last.row) as unknown as (typeof last)[]
      if (slice.length === 0) return
      yield slice.map(({ hash }) => hash)
      last = slice.at(-1)!
    }
  }
}
