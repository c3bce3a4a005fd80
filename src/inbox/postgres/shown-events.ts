/** What `events tail` has shown, and how far each stream has been read. */

import type { BloomFilter } from '../bloom-filter.ts'
import type { ShownEvents } from '../inbox.ts'
import type { CursorKind, Cursors, SavedCursor } from '../shown.ts'
import { storable } from './keys.ts'
import { iso, type Sql } from './sql.ts'

/** How many hashes are read at once. */
const SLICE = 10_000

export class PostgresShown implements ShownEvents {
  readonly #sql: Sql
  readonly #profile: () => Promise<number>

  constructor(sql: Sql, profile: () => Promise<number>) {
    this.#sql = sql
    this.#profile = profile
  }

  async cursors(stream: string): Promise<Cursors> {
    const rows = await this.#sql.rows<{ kind: CursorKind; sequence: string }>(
      'SELECT kind, sequence FROM pixctl.cursors WHERE profile_id = $1 AND stream = $2',
      [await this.#profile(), storable(stream)],
    )
    return Object.fromEntries(rows.map(({ kind, sequence }) => [kind, sequence]))
  }

  async reachedAt(stream: string, kind: CursorKind): Promise<string | null> {
    const row = await this.#sql.row<{ at: string }>(
      `SELECT ${iso('saved_at')} AS at FROM pixctl.cursors WHERE profile_id = $1 AND stream = $2 AND kind = $3`,
      [await this.#profile(), storable(stream), kind],
    )
    return row?.at ?? null
  }

  async oldestCursor(): Promise<SavedCursor | null> {
    const row = await this.#sql.row<{ stream: string; kind: CursorKind; reachedAt: string }>(
      `SELECT stream, kind, ${iso('saved_at')} AS "reachedAt" FROM pixctl.cursors
       WHERE profile_id = $1 ORDER BY saved_at LIMIT 1`,
      [await this.#profile()],
    )
    return row ?? null
  }

  async forget(stream: string, kind: CursorKind | null = null): Promise<boolean> {
    const rows = await this.#sql.rows(
      'DELETE FROM pixctl.cursors WHERE profile_id = $1 AND stream = $2 AND kind = coalesce($3, kind) RETURNING true',
      [await this.#profile(), storable(stream), kind],
    )
    return rows.length > 0
  }

  async before(hashes: readonly bigint[]): Promise<Set<bigint>> {
    const rows = await this.#sql.rows<{ number: number }>(
      `SELECT asked.number FROM unnest($2::bigint[]) WITH ORDINALITY AS asked (hash, number)
       WHERE EXISTS (SELECT FROM pixctl.shown WHERE profile_id = $1 AND event_hash = asked.hash)`,
      [await this.#profile(), hashes],
    )
    return new Set(rows.map(({ number }) => hashes[number - 1]!))
  }

  async fill(filter: BloomFilter): Promise<void> {
    for (let last = -(2n ** 63n); ; ) {
      // As text: a number of JavaScript holds 53 bits.
      const rows = await this.#sql.rows<{ hash: string }>(
        `SELECT event_hash::text AS hash FROM pixctl.shown
         WHERE profile_id = $1 AND event_hash > $2 ORDER BY event_hash LIMIT ${SLICE}`,
        [await this.#profile(), last],
      )
      const hashes = rows.map(({ hash }) => BigInt(hash))
      if (hashes.length === 0) break
      for (const hash of hashes) filter.add(hash)
      last = hashes.at(-1)!
    }
    filter.setFilled()
  }
}
