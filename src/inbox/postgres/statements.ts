/** Statements for PostgreSQL, each prepared once on a connection. */

import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'
import type { Statements } from '../engine.ts'
import { type Sql, textOf } from '../sql.ts'

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

export class PostgresStatements implements Statements {
  readonly #on: Queryable

  constructor(on: Queryable) {
    this.#on = on
  }

  /** @param timeoutMs how long it may take, in milliseconds, if that is less than usual */
  async rows<Row>(statement: Sql, timeoutMs?: number): Promise<Row[]> {
    const text = textOf(statement, number => `$${number}`)
    const { rows } = await this.#on.query({
      name: nameOf(text),
      text,
      values: [...statement.values],
      ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
    })
    return rows as Row[]
  }

  async row<Row>(statement: Sql): Promise<Row | undefined> {
    return (await this.rows<Row>(statement))[0]
  }
}

/** For all connections of this process. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `pixctl_${names.size}`
    names.set(text, name)
  }
  return name
}
