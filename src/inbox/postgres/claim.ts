/** Claims what is sent next. */

import { type Claimable, LeaseLost, type LogEvent } from '../inbox.ts'
import { goesNowhere, isLeftOut, WHOLE } from '../rows.ts'
import { sql } from '../sql.ts'
import type { PostgresLease } from './leases.ts'
import type { PostgresStatements } from './statements.ts'

/**
 * One statement, so that a claim needs one round trip. What this lease has claimed is only what it says itself (`held`): so a
 * claim whose answer was lost harms nothing. Rows are locked in the order in which arrivals lock them ({@link makeEvents}), so
 * that the two never wait in a circle; without SKIP LOCKED, which would skip an event while a copy of it is counted.
 */
export async function claim(
  on: PostgresStatements,
  profile: number,
  lease: PostgresLease,
  most: number,
  claimable: Claimable,
): Promise<LogEvent[]> {
  const held = sql`ANY (${[...lease.held]}::bigint[])`
  // Claims of leases that are over count for nothing.
  const byOthers = sql`ANY ((SELECT owners FROM others)::uuid[])`
  const rows = await on.rows<LogEvent | { id: null }>(sql`
    WITH lease AS MATERIALIZED (${lease.alive()}),
    others AS MATERIALIZED (
      SELECT array_agg(owner) AS owners FROM leases
      WHERE profile = ${profile} AND owner <> ${lease.owner} AND expires_at > clock_timestamp()
    ),
    next AS MATERIALIZED (
      SELECT id, claim FROM log_events AS e
      WHERE profile = ${profile} AND forward = 'pending' AND EXISTS (SELECT FROM lease) AND NOT ${isLeftOut(sql`e.type`, claimable)}
        AND NOT id = ${held} AND (claim = ${byOthers}) IS NOT TRUE
        -- Without EXISTS, for which all that is pending might be read.
        AND (
          SELECT true FROM log_events AS older
          WHERE older.profile = e.profile AND older.payment_id = e.payment_id AND older.forward = 'pending' AND (
            (older.id < e.id AND NOT ${goesNowhere(sql`older.type`, claimable.nowhere)}) OR older.id = ${held} OR older.claim = ${byOthers}
          ) LIMIT 1
        ) IS NULL
      ORDER BY id LIMIT ${most}
    ),
    free AS MATERIALIZED (
      -- Another process that has claimed one since then keeps it, also with a lease that this statement doesn't see.
      SELECT e.id FROM log_events AS e JOIN next ON next.id = e.id
      WHERE e.forward = 'pending' AND e.claim IS NOT DISTINCT FROM next.claim
      ORDER BY e.store, e.key FOR NO KEY UPDATE OF e
    ),
    claimed AS (UPDATE log_events SET claim = ${lease.owner} WHERE id IN (SELECT id FROM free) RETURNING *)
    SELECT ${WHOLE} FROM lease LEFT JOIN (
      claimed AS e JOIN arrivals AS a ON a.event = e.id AND a.place = 1
    ) ON true
    ORDER BY e.id`)
  if (rows.length === 0) throw new LeaseLost()
  // The answer may have come late.
  lease.demand()
  const events = rows.filter((event): event is LogEvent => event.id !== null)
  for (const { id } of events) lease.held.add(id)
  return events
}
