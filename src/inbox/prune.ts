/** Drops events that are old (docs/decisions/state.md#pruning). Each batch is a commit, and any of them may be the last one. */

import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import type { Clock } from '#lib/clock.ts'
import type { Engine, Statements } from './engine.ts'
import type { InboxCursors } from './inbox.ts'
import { LEAST_KEPT_MS } from './model.ts'
import { list, sql } from './sql.ts'

/** So many events are dropped with one commit. */
const BATCH = 200
/** Then others have the disk or the server, for so many times as long, at most so many milliseconds. */
const [REST, LONGEST_REST_MS] = [3, 200]

/**
 * The time before which events may be dropped, in milliseconds since the epoch. Ages count back from the earlier of now and
 * the newest arrival: so a clock that is ahead forgets nothing. An event that `events tail` reads again from a saved cursor
 * must still be known: so nothing is dropped that arrived after the last event that the cursor covers was made, nor two days
 * before that. When the cursor was saved doesn't count: a tail that catches up saves old cursors.
 *
 * @param before the time that was asked for; `nowMs`: it was asked then
 */
export async function pruneLimit(
  engine: Pick<Engine, 'rows' | 'profile'>,
  cursors: Pick<InboxCursors, 'oldest'>,
  before: number,
  nowMs: number,
): Promise<number> {
  const [row] = await engine.rows<{ newest: string | null }>(
    sql`SELECT max(newest_at) AS newest FROM log_events WHERE profile = ${await engine.profile()}`,
  )
  const newestMs = row?.newest == null ? nowMs : Math.min(nowMs, Date.parse(row.newest))
  const cursor = await cursors.oldest()
  const reachedMs = cursor === null ? Number.POSITIVE_INFINITY : Date.parse(cursor.reachedAt)
  return Math.min(before - (nowMs - newestMs), Math.min(newestMs, reachedMs) - LEAST_KEPT_MS)
}

/** Says after each batch how many events that is so far. */
export async function* prune(engine: Engine, limitMs: number, clock: Clock): AsyncGenerator<number> {
  const profile = await engine.profileToWrite()
  const before = new Date(limitMs).toISOString()
  const batch = async (work: (on: Statements) => Promise<number>): Promise<number> => {
    const start = clock.monotonic()
    const result = await engine.transaction(work)
    await clock.sleep(Math.min(LONGEST_REST_MS, REST * (clock.monotonic() - start)))
    return result
  }
  // Before anything is dropped: from now on nobody may expect it to be here.
  await batch(on => setWholeFrom(on, profile, limitMs))
  for (let [dropped, last] = [0, 0]; ; yield dropped) {
    const old = await engine.rows<{ id: number }>(
      sql`SELECT id FROM log_events WHERE id > ${last} AND ${mayGo(before)} AND profile = ${profile} ORDER BY id LIMIT ${BATCH}`,
    )
    if (old.length === 0) {
      for await (const _ of engine.giveSpaceBack()) yield dropped
      return
    }
    last = old.at(-1)!.id
    const ids = old.map(({ id }) => id)
    dropped += await batch(on => dropOld(on, ids, before))
  }
}

/** Whether an event is old, and doesn't wait for anything. */
const mayGo = (before: string) => sql`forward IN ('none', 'done') AND newest_at < ${before}`

/** From when on it has every event: the service's clock may differ by as much as a signature allows. */
async function setWholeFrom(on: Statements, profile: number, limitMs: number): Promise<number> {
  const from = new Date(limitMs + SIGNATURE_TOLERANCE_MS).toISOString()
  await on.rows(
    sql`INSERT INTO pruned (profile, whole_from) VALUES (${profile}, ${from}) ON CONFLICT (profile) DO UPDATE
      SET whole_from = CASE WHEN excluded.whole_from > pruned.whole_from THEN excluded.whole_from ELSE pruned.whole_from END`,
  )
  return 0
}

async function dropOld(on: Statements, ids: readonly number[], before: string): Promise<number> {
  const gone = await on.rows<{ id: number }>(
    sql`DELETE FROM log_events WHERE id IN ${list(ids)} AND ${mayGo(before)} RETURNING id`,
  )
  const dropped = gone.map(({ id }) => id)
  if (dropped.length === 0) return 0
  await on.rows(sql`DELETE FROM arrivals WHERE event IN ${list(dropped)}`)
  await on.rows(sql`DELETE FROM attempts WHERE event IN ${list(dropped)}`)
  return dropped.length
}
