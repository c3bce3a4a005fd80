/** The columns that events are read with. */

import type { Claimable, TypeSet } from './model.ts'
import { anyOf, type Sql, sql } from './sql.ts'

export const EVENT_ID = sql`CASE WHEN e.has_id = 1 THEN e.key END AS "eventId"`

/** Of an event `e` with its first arrival `a`. */
export const EVENT = sql`e.id, e.store, e.type, ${EVENT_ID}, e.payment_id AS "paymentId", e.received_at AS "receivedAt",
  e.forward, e.attempt_count AS "attemptCount", e.last_status AS "lastStatus", e.arrival_count AS "arrivalCount", a.delivery`

/** A LogEvent. */
export const WHOLE = sql`${EVENT}, a.channel, a.headers, a.body`

export const FROM_EVENTS = sql`FROM log_events AS e
  JOIN arrivals AS a ON a.event = e.id AND a.place = 1`

/** Whether the type of a row matches a pattern, as isOfType does (src/contract/delivery.ts). @param column of SQL, such as `e.type` */
export function matches(column: Sql, patterns: readonly string[]): Sql {
  return anyOf(
    patterns.map(pattern => {
      if (!pattern.endsWith('*')) return sql`${column} = ${pattern}`
      const start = pattern.slice(0, -1)
      return sql`substr(${column}, 1, ${start.length}) = ${start}`
    }),
  )
}

function isAmong(column: Sql, { of, except }: TypeSet): Sql {
  return sql`(${matches(column, of)} AND NOT ${matches(column, except)})`
}

/** Whether a claim leaves out a type: its target has no room, or it has none. */
export function isLeftOut(column: Sql, { resting, nowhere }: Claimable): Sql {
  return anyOf([...resting.map(types => isAmong(column, types)), goesNowhere(column, nowhere)])
}

export function goesNowhere(column: Sql, nowhere: Claimable['nowhere']): Sql {
  return nowhere === null ? sql`false` : isAmong(column, nowhere)
}
