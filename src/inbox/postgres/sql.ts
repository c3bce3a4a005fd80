/** Statements for PostgreSQL, each prepared once on a connection. */

import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { Delivery } from '../arrival.ts'

export interface Statement extends QueryConfig {
  /** Instead of the usual 15 s. */
  query_timeout?: number
}

/** What statements run on: a connection, a transaction, or all connections of this process. */
export interface Queryable {
  query<Row extends QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<QueryResult<Row>>
}

export class Sql {
  readonly #on: Queryable

  constructor(on: Queryable) {
    this.#on = on
  }

  /** @param timeoutMs how long it may take, in milliseconds, if that is less than usual */
  async rows<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    timeoutMs?: number,
  ): Promise<Row[]> {
    const { rows } = await this.#on.query<Row>({
      name: nameOf(text),
      text,
      values: values as unknown[],
      ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
    })
    return rows
  }

  async row<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row | undefined> {
    const rows = await this.rows<Row>(text, values)
    return rows[0]
  }
}

/** For all connections of this process: several inboxes may use one. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `pixctl_${names.size}`
    names.set(text, name)
  }
  return name
}

export const iso = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The columns of a delivery `d`, with {@link LAST_ATTEMPT}. */
export const columns = (forward: string) =>
  `d.id, CASE WHEN d.realtime THEN 'realtime' ELSE 'webhook' END AS channel, d.delivery,
   coalesce(d.given, d.delivery) AS given, d.event, d.event_id AS "eventId", d.payment_id AS "paymentId",
   ${iso('d.received_at')} AS "receivedAt", ${forward} AS forward, coalesce(latest.attempt, 0) AS attempts,
   latest.status AS "lastStatus"`

export const LAST_ATTEMPT = `LEFT JOIN LATERAL (
    SELECT attempt, status FROM pixctl.attempts WHERE delivery_id = d.id ORDER BY attempt DESC LIMIT 1
  ) AS latest ON true`

/** What became of a delivery itself. */
const OWN_STATE = 'pixctl.state_name(pixctl.rank_of(d.profile_id, d.id, d.forward))'
/** What became of its event, whichever delivery was forwarded. */
export const EVENT_STATE = 'pixctl.event_state(d.profile_id, d.id, d.event_key, d.secret, d.forward)'
/** Whether its channel had seen its event before. */
export const VERDICT = `CASE WHEN pixctl.was_seen(d.id, d.event_key, d.secret, d.realtime)
  THEN 'duplicate' ELSE 'accepted' END`

export type DeliveryRow = Delivery & QueryResultRow

/** A whole delivery: of a table or function, with a condition. */
export const whole = (from: string, rest: string, forward = OWN_STATE) =>
  `SELECT ${columns(forward)}, d.headers, d.body FROM ${from} AS d ${LAST_ATTEMPT} ${rest}`
