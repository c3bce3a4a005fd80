/** Statements for PostgreSQL, each prepared once on a connection. */

import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** A statement: with a name it is prepared once for each connection. */
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

/** A time as ISO 8601, as all times are written in pixctl. */
export const iso = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
