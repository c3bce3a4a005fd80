/** What `events tail` has shown, a row for each event, and how far each stream has been read. */

import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { transaction } from '#lib/sqlite/database-file.ts'
import type { Prepare } from '#lib/sqlite/statements.ts'
import type { BloomFilter } from '../bloom-filter.ts'
import type { ShownEvents } from '../inbox.ts'
import type { CursorKind, Cursors, ProgressRecord, SavedCursor } from '../shown.ts'
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
    const rows = this.#prepare('SELECT kind, sequence FROM cursors WHERE realtime_url = ?').all(stream)
    return Object.fromEntries(rows.map(({ kind, sequence }) => [kind, sequence]))
  }

  async reachedAt(stream: string, kind: CursorKind): Promise<string | null> {
    const row = this.#prepare('SELECT saved_at AS at FROM cursors WHERE realtime_url = ? AND kind = ?').get(
      stream,
      kind,
    )
    return (row?.at as string | undefined) ?? null
  }

  async oldestCursor(): Promise<SavedCursor | null> {
    const row = this.#prepare(
      'SELECT realtime_url AS stream, kind, saved_at AS reachedAt FROM cursors ORDER BY saved_at LIMIT 1',
    ).get()
    return (row as unknown as SavedCursor | undefined) ?? null
  }

  async forget(stream: string, kind: CursorKind | null = null): Promise<boolean> {
    const forget = this.#prepare('DELETE FROM cursors WHERE realtime_url = ? AND kind = coalesce(?, kind)')
    return transaction(this.#database, () => forget.run(stream, kind).changes > 0)
  }

  /** {@link InboxWriting.progress}. Call it inside a transaction. */
  keep({ stream, shown, approvals, cursors, reached, at }: ProgressRecord): void {
    // In their order, so that a page of the table is written once for all of its events.
    const hashes = BigInt64Array.from(shown.flatMap(group => [...group])).sort()
    const insert = this.#prepare('INSERT OR REPLACE INTO shown SELECT value, ? FROM json_each(?)')
    insert.run(Date.parse(at), `[${hashes.join(',')}]`)
    insertApprovals(this.#prepare, approvals, at)
    for (const [kind, sequence] of Object.entries(cursors) as [CursorKind, string][]) {
      this.#prepare(
        `INSERT INTO cursors (realtime_url, kind, sequence, saved_at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET sequence = excluded.sequence, saved_at = excluded.saved_at`,
      ).run(stream, kind, sequence, reached[kind]!)
    }
  }

  async before(hashes: readonly bigint[]): Promise<Set<bigint>> {
    const found = this.#prepare(
      'SELECT key FROM json_each(?) WHERE EXISTS (SELECT 1 FROM shown WHERE event_hash = value)',
    ).all(`[${hashes.join(',')}]`)
    return new Set(found.map(({ key }) => hashes[Number(key)]!))
  }

  async fill(filter: BloomFilter): Promise<void> {
    for (const hashes of this.hashes()) {
      for (const hash of hashes) filter.add(hash)
      await setImmediate()
    }
    filter.setFilled()
  }

  /** The hashes of everything that was shown. There may be millions: they come in slices, for other work in between. */
  *hashes(): Generator<readonly bigint[]> {
    const next = this.#prepare(
      `SELECT event_hash AS hash FROM shown WHERE event_hash > ? ORDER BY event_hash LIMIT ${SLICE}`,
    )
    next.setReadBigInts(true)
    for (let last = -(2n ** 63n); ; ) {
      const slice = next.all(last) as unknown as { hash: bigint }[]
      if (slice.length === 0) return
      yield slice.map(({ hash }) => hash)
      last = slice.at(-1)!.hash
    }
  }
}
