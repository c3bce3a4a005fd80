/** What statements run on: a connection, a transaction, or all connections of this process. */

import type { QueryConfig, QueryResult, QueryResultRow } from 'pg'

/** A statement: with a name it is prepared once for each connection. */
export interface Statement extends QueryConfig {
  /** Instead of the usual 15 s. */
  query_timeout?: number
}

export interface Queryable {
  query<Row extends QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<QueryResult<Row>>
}
