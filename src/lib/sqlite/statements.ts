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
