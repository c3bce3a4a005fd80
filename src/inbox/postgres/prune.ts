/** Drops what is old, in batches. Each is a commit, and any of them may be the last one. */

import type { Clock } from '#lib/clock.ts'
import type { Pruned } from '../inbox.ts'
import { wholeFrom } from '../prune-limit.ts'
import type { Sql } from './sql.ts'

/** In rows. */
const BATCH = 500
/** Others have the server for as long as a batch took, but at most so long, in milliseconds. */
const LONGEST_REST_MS = 200

interface Batch {
  last: number | null
  dropped: number
}

export async function* prune(
  sql: Sql,
  profile: number,
  limitMs: number,
  clock: Clock,
): AsyncGenerator<Pruned> {
  const before = new Date(limitMs).toISOString()
  const pruned: Pruned = { deliveries: 0, shown: 0 }
  // Before anything is dropped: from now on nobody may expect it to be here.
  await sql.rows(
    'UPDATE pixctl.profiles SET whole_from = greatest(whole_from, $2::timestamptz) WHERE id = $1',
    [profile, wholeFrom(limitMs)],
  )
  for (let after: number | null = 0; after !== null; ) {
    const batch: Batch = await rested(clock, async () => {
      const row = await sql.row<{ last: number | null; dropped: number }>(
        'SELECT last, dropped FROM pixctl.prune_deliveries($1, $2, $3, $4)',
        [profile, before, after, BATCH],
      )
      return row!
    })
    after = batch.last
    pruned.deliveries += batch.dropped
    yield { ...pruned }
  }
  for (const [drop, what] of [
    [DROP_SHOWN, 'shown'],
    [DROP_APPROVALS, null],
  ] as const) {
    for (let rows = 1; rows > 0; ) {
      rows = (await rested(clock, () => sql.rows(drop, [profile, before]))).length
      if (what !== null) pruned[what] += rows
      yield { ...pruned }
    }
  }
}

const DROP_SHOWN = `DELETE FROM pixctl.shown WHERE profile_id = $1 AND event_hash IN (
    SELECT event_hash FROM pixctl.shown WHERE profile_id = $1 AND shown_at < $2 ORDER BY shown_at LIMIT ${BATCH}
  ) RETURNING true`

const DROP_APPROVALS = `DELETE FROM pixctl.approvals WHERE profile_id = $1 AND id IN (
    SELECT id FROM pixctl.approvals WHERE profile_id = $1 AND came_at < $2 ORDER BY id LIMIT ${BATCH}
  ) RETURNING true`

async function rested<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  const start = clock.monotonic()
  const result = await work()
  await clock.sleep(Math.min(LONGEST_REST_MS, clock.monotonic() - start))
  return result
}
