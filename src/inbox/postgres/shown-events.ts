/** What `events tail` has shown, and how far each stream has been read. */

import type { BloomFilter } from '../bloom-filter.ts'
import type { ShownEvents } from '../inbox.ts'
import { type CursorElsewhere, type CursorKind, type Cursors, lineOf, type SavedCursor } from '../shown.ts'
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
    const rows = await this.#sql.rows<{ place: CursorKind; sequence: string }>(
      'SELECT place, sequence FROM pixctl.cursors WHERE profile_id = $1 AND stream = $2',
      [await this.#profile(), storable(stream)],
    )
    return Object.fromEntries(rows.map(({ place, sequence }) => [place, sequence]))
  }

  async reachedAt(stream: string, place: CursorKind): Promise<string | null> {
    const row = await this.#sql.row<{ at: string }>(
      `SELECT ${iso('saved_at')} AS at FROM pixctl.cursors WHERE profile_id = $1 AND stream = $2 AND place = $3`,
      [await this.#profile(), storable(stream), place],
    )
    return row?.at ?? null
  }

  async elsewhere(stream: string, place: CursorKind): Promise<CursorElsewhere | null> {
    const row = await this.#sql.row<{ stream: string; sequence: string }>(
      `SELECT stream, sequence FROM pixctl.cursors
       WHERE profile_id = $1 AND stream <> $2 AND place = $3 ORDER BY saved_at DESC LIMIT 1`,
      [await this.#profile(), storable(stream), place],
    )
    return row ?? null
  }

  async oldestCursor(): Promise<SavedCursor | null> {
    const row = await this.#sql.row<{ stream: string; place: CursorKind; reachedAt: string }>(
      `SELECT stream, place, ${iso('saved_at')} AS "reachedAt" FROM pixctl.cursors
       WHERE profile_id = $1 ORDER BY saved_at LIMIT 1`,
      [await this.#profile()],
    )
    return row ?? null
  }

  async forget(stream: string, place: CursorKind | null = null): Promise<boolean> {
    const rows = await this.#sql.rows(
      'DELETE FROM pixctl.cursors WHERE profile_id = $1 AND stream = $2 AND place = coalesce($3, place) RETURNING true',
      [await this.#profile(), storable(stream), place],
    )
    return rows.length > 0
  }

  async before(ids: readonly string[], hashes: readonly number[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const rows = await this.#sql.rows<{ place: number }>(
      `SELECT asked.place FROM unnest($2::integer[], $3::text[]) WITH ORDINALITY AS asked (hash, line, place)
       WHERE EXISTS (
         SELECT FROM pixctl.shown_ids JOIN pixctl.shown ON shown.profile_id = $1 AND shown.id = shown_ids.shown_id
         WHERE shown_ids.profile_id = $1 AND shown_ids.event_hash = asked.hash
           AND strpos(shown.ids, asked.line) > 0)`,
      [await this.#profile(), hashes, ids.map(lineOf)],
    )
    return new Set(rows.map(({ place }) => ids[place - 1]!))
  }

  async fill(filter: BloomFilter): Promise<void> {
    let last = { hash: -(2 ** 31), row: -1 }
    for (;;) {
      const slice = await this.#sql.rows<typeof last>(
        `SELECT event_hash AS hash, shown_id AS row FROM pixctl.shown_ids
         WHERE profile_id = $1 AND (event_hash, shown_id) > ($2, $3) ORDER BY event_hash, shown_id LIMIT ${SLICE}`,
        [await this.#profile(), last.hash, last.row],
      )
      if (slice.length === 0) break
      filter.fill(slice.map(({ hash }) => hash))
      last = slice.at(-1)!
    }
    filter.setFilled()
  }
}
