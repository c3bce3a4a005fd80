/**
 * Takes what another inbox of the profile keeps. Everything can be given again: what is there already isn't changed, but
 * an event that was forwarded meanwhile becomes so here too. Each group is one commit.
 */

import type { Attempt, KeptAttempt } from '../attempt.ts'
import { groupOf, hashOf, idsOf, lineOf } from '../shown.ts'
import type { KeptApprovals, KeptCursor, KeptDelivery, KeptGroup } from '../sqlite/copy-out.ts'
import type { Postgres } from './connecting/connect.ts'
import { isConflict } from './connecting/error-kinds.ts'
import { deliveryKey, storable } from './keys.ts'
import { bigints, integers, texts, times } from './parameters.ts'
import { oldestOf } from './reading.ts'
import { Sql } from './sql.ts'
import { takeGroup } from './take.ts'
import { recordAttempts, saveProgress } from './write.ts'

/** How often a group is written again that had a conflict with another process. */
const TRIES = 10

export class CopyIn {
  readonly #postgres: Postgres
  readonly #profile: number

  private constructor(postgres: Postgres, profile: number) {
    this.#postgres = postgres
    this.#profile = profile
  }

  /** It uses the connections; it doesn't close them. */
  static async begin(postgres: Postgres, profile: string): Promise<CopyIn> {
    const sql = new Sql(postgres)
    await sql.rows('INSERT INTO pixctl.profiles (name) VALUES ($1) ON CONFLICT DO NOTHING', [profile])
    const row = await sql.row<{ id: number }>('SELECT id FROM pixctl.profiles WHERE name = $1', [profile])
    return new CopyIn(postgres, row!.id)
  }

  /**
   * Until {@link arrivedFrom}, it has every event only from when it had so before, or from now on: an inbox that was
   * pruned keeps some deliveries that are older than those it has dropped.
   *
   * @param now ISO 8601
   */
  async keepFirstArrival(now: string): Promise<void> {
    await this.#commit(sql =>
      sql.rows(
        `UPDATE pixctl.profiles SET whole_from = coalesce(greatest(whole_from, ${oldestOf('$1')}), $2) WHERE id = $1`,
        [this.#profile, now],
      ),
    )
  }

  /**
   * All of an inbox is copied that has every event from this time on.
   *
   * @param first ISO 8601
   */
  async arrivedFrom(first: string): Promise<void> {
    await this.#commit(sql =>
      sql.rows('UPDATE pixctl.profiles SET whole_from = least(whole_from, $2::timestamptz) WHERE id = $1', [
        this.#profile,
        first,
      ]),
    )
  }

  /** @returns how many of them were new */
  deliveries(slice: readonly KeptDelivery[]): Promise<number> {
    return this.#commit(async sql => {
      const before = await sql.row<{ id: number }>("SELECT nextval('pixctl.arrivals') AS id")
      const taken = await takeGroup(sql, this.#profile, slice, async () => null)
      const ids = await this.#idsOf(
        sql,
        taken.map(({ keptAs }) => keptAs),
      )
      const copies = slice.map((kept, index) => ({ kept, id: ids.get(taken[index]!.keptAs)! }))
      await this.#attempts(sql, copies)
      const inState = (state: string) => copies.flatMap(({ kept, id }) => (kept.state === state ? [id] : []))
      await sql.rows('SELECT pixctl.processed($1, $2)', [this.#profile, bigints(inState('done'))])
      await sql.rows('SELECT pixctl.park($1, $2)', [this.#profile, bigints(inState('parked'))])
      return new Set([...ids.values()].filter(id => id > before!.id)).size
    })
  }

  /** The attempts that aren't there yet, with their numbers. */
  async #attempts(sql: Sql, copies: readonly { kept: KeptDelivery; id: number }[]): Promise<void> {
    const sent = copies.filter(({ kept }) => kept.attempts > 0)
    if (sent.length === 0) return
    const rows = await sql.rows<{ id: number; count: number }>(
      'SELECT delivery_id AS id, max(attempt) AS count FROM pixctl.attempts WHERE delivery_id = ANY ($1) GROUP BY 1',
      [bigints(sent.map(({ id }) => id))],
    )
    const counts = new Map(rows.map(({ id, count }) => [id, count]))
    for (const { kept, id } of sent) {
      const count = counts.get(id) ?? 0
      const missing = attemptsOf(kept).filter(({ attempt }) => attempt > count)
      const [first] = missing
      if (!first) continue
      // Earlier ones aren't kept, only counted.
      if (first.attempt > count + 1) await this.#startCountAt(sql, id, first)
      const attempts = missing.map((each): Attempt => ({ ...each, id, outcome: 'failed' }))
      await recordAttempts(sql, this.#profile, first.attempt > count + 1 ? attempts.slice(1) : attempts)
    }
  }

  async #startCountAt(
    sql: Sql,
    id: number,
    { attempt, at, to, status, ms, error, answer, replay }: KeptAttempt,
  ) {
    await sql.rows(
      `INSERT INTO pixctl.attempts (delivery_id, attempt, at, target, status, ms, error, answer, replay)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
      [
        id,
        attempt,
        at,
        storable(to),
        status,
        ms,
        error === null ? null : storable(error),
        storable(answer),
        replay,
      ],
    )
  }

  /** @returns how many events were new */
  shown(slice: readonly KeptGroup[]): Promise<number> {
    return this.#commit(async sql => {
      let count = 0
      for (const { saving, at, ids } of slice) {
        const missing = await this.#notShown(sql, idsOf(ids), saving)
        if (missing.length === 0) continue
        count += missing.length
        const shown = [groupOf(missing, missing.map(hashOf))]
        const record = { stream: '', shown, approvals: [], places: {}, reached: {}, saving, at }
        await saveProgress(sql, this.#profile, record, null)
      }
      return count
    })
  }

  async #notShown(sql: Sql, ids: readonly string[], saving: boolean): Promise<string[]> {
    const rows = await sql.rows<{ place: number }>(
      `SELECT place FROM unnest($2::text[], $3::integer[]) WITH ORDINALITY AS c (line, hash, place)
       WHERE NOT EXISTS (
         SELECT FROM pixctl.shown_ids s JOIN pixctl.shown g ON g.profile_id = $1 AND g.id = s.shown_id
         WHERE s.profile_id = $1 AND s.event_hash = c.hash AND (g.saving OR NOT $4) AND strpos(g.ids, c.line) > 0)
       ORDER BY place`,
      [this.#profile, texts(ids.map(lineOf)), integers(ids.map(hashOf)), saving],
    )
    return rows.map(({ place }) => ids[place - 1]!)
  }

  /** @returns how many lists of approvals were new */
  approvals(slice: readonly KeptApprovals[]): Promise<number> {
    return this.#commit(async sql => {
      // Two copies at once must not both see that one is missing.
      await sql.rows("SELECT pg_advisory_xact_lock(hashtextextended('pixctl copy ' || $1::text, 0))", [
        this.#profile,
      ])
      const rows = await sql.rows(
        `INSERT INTO pixctl.approvals (profile_id, came_at, deposit_of, events)
         SELECT $1, c.came_at, c.deposit_of, c.events
         FROM unnest($2::timestamptz[], $3::text[], $4::text[]) WITH ORDINALITY AS c (came_at, deposit_of, events, n)
         WHERE NOT EXISTS (
           SELECT FROM pixctl.approvals a
           WHERE a.profile_id = $1 AND a.came_at = c.came_at AND a.deposit_of IS NOT DISTINCT FROM c.deposit_of
             AND a.events = c.events)
         ORDER BY n RETURNING true`,
        [
          this.#profile,
          times(slice.map(({ at }) => at)),
          texts(slice.map(({ depositOf }) => (depositOf === null ? null : storable(depositOf)))),
          texts(slice.map(({ events }) => events)),
        ],
      )
      return rows.length
    })
  }

  /**
   * Moves places forward, never back.
   *
   * @returns how many were moved
   */
  cursors(cursors: readonly KeptCursor[]): Promise<number> {
    return this.#commit(async sql => {
      const rows = await sql.rows(
        `INSERT INTO pixctl.cursors (profile_id, stream, place, sequence, saved_at)
         SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[])
         ON CONFLICT (profile_id, stream, place) DO UPDATE
         SET sequence = excluded.sequence, saved_at = excluded.saved_at
         WHERE excluded.sequence::numeric > cursors.sequence::numeric RETURNING true`,
        [
          this.#profile,
          texts(cursors.map(({ stream }) => storable(stream))),
          texts(cursors.map(({ place }) => place)),
          texts(cursors.map(({ sequence }) => sequence)),
          times(cursors.map(({ at }) => at)),
        ],
      )
      return rows.length
    })
  }

  async #idsOf(sql: Sql, deliveries: readonly string[]): Promise<Map<string, number>> {
    const byKey = new Map(deliveries.map(each => [deliveryKey(this.#profile, storable(each)), each] as const))
    const rows = await sql.rows<{ key: string; id: number }>(
      `SELECT id, replace(delivery_key::text, '-', '') AS key FROM pixctl.deliveries
       WHERE delivery_key = ANY ($1::uuid[])`,
      [[...byKey.keys()]],
    )
    return new Map(rows.map(({ key, id }) => [byKey.get(key)!, id]))
  }

  /** In one commit; again if another process has written the same, or while PostgreSQL is away. */
  async #commit<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#postgres.patiently(() => this.#postgres.transaction(on => work(new Sql(on))))
      } catch (error) {
        if (!isConflict(error) || tries === TRIES) throw error
      }
    }
  }
}

/** The attempts of a delivery. One for all of them where an older pixctl has only counted them. */
function attemptsOf({ kept, attempts, lastStatus, receivedAt }: KeptDelivery): KeptAttempt[] {
  if (kept.length > 0) return kept
  const unknown = { to: '', ms: 0, error: null, answer: '', replay: false }
  return [{ ...unknown, attempt: attempts, at: receivedAt, status: lastStatus }]
}
