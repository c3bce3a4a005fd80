/** Prepared statements, each prepared once per connection. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** The end of the texts that begin with a prefix: they are those from the prefix on and before this. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`
}

export type Prepare = (sql: string) => StatementSync

export function preparing(database: DatabaseSync): Prepare {
  const statements = new Map<string, StatementSync>()
  return sql => {
    let statement = statements.get(sql)
    if (!statement) {
      statement = database.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }
}

/**
 * Makes a statement give its rows as arrays, for hundreds of thousands of them. Each row that is an object leaves a hidden
 * class in V8's old space until a full collection, and V8 enlarges its heap for them.
 */
export function asArrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true)
  return statement
}
