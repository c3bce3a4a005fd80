/** Which pending events are forwarded next: the oldest whose payment has no older one that is pending or claimed. */

import type { Statements } from '../engine.ts'
import type { Claimable, LogEvent } from '../inbox.ts'
import { FROM_EVENTS, goesNowhere, isLeftOut, WHOLE } from '../rows.ts'
import { allOf, sql } from '../sql.ts'

interface Wanted {
  /** The events that are claimed already, with their payments. */
  claims: ReadonlyMap<number, string | null>
  most: number
  claimable: Claimable
}

export function nextEvents(on: Statements, { claims, most, claimable }: Wanted): Promise<LogEvent[]> {
  const payments = [...claims.values()].filter(payment => payment !== null)
  const free = allOf([
    sql`e.forward = 'pending'`,
    sql`NOT ${isLeftOut(sql`e.type`, claimable)}`,
    sql`e.id NOT IN ${inList([...claims.keys()])}`,
    sql`(e.payment_id IS NULL OR e.payment_id NOT IN ${inList(payments)})`,
    sql`NOT EXISTS (
      SELECT 1 FROM log_events AS older WHERE older.payment_id = e.payment_id AND older.forward = 'pending'
        AND older.id < e.id AND NOT ${goesNowhere(sql`older.type`, claimable.nowhere)})`,
  ])
  return on.rows<LogEvent>(sql`SELECT ${WHOLE} ${FROM_EVENTS} WHERE ${free} ORDER BY e.id LIMIT ${most}`)
}

/** As one parameter: thousands may wait to be sent again. */
const inList = (values: readonly unknown[]) => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
