/** The number of a profile in the tables of PostgreSQL. */

import { sql } from '../sql.ts'
import type { Postgres } from './connecting/connect.ts'
import { checkNumbers } from './schema.ts'
import { PostgresStatements } from './statements.ts'

export class ProfileNumber {
  readonly #postgres: Postgres
  readonly #on: PostgresStatements
  readonly #name: string
  #number = 0
  /** When it was read: {@link Postgres.failures}. */
  #asOf = 0
  /** When the sequence was checked, in the same way. */
  #soundAsOf = -1

  constructor(postgres: Postgres, name: string) {
    this.#postgres = postgres
    this.#on = new PostgresStatements(postgres)
    this.#name = name
  }

  /** 0, which no row has, if nothing was ever saved for the profile. */
  async known(): Promise<number> {
    // A new schema has other numbers.
    const asOf = this.#postgres.failures
    if (this.#number === 0 || this.#asOf !== asOf) {
      const statement = sql`SELECT id FROM profiles WHERE name = ${this.#name}`
      this.#number = (await this.#on.row<{ id: number }>(statement))?.id ?? 0
      this.#asOf = asOf
    }
    return this.#number
  }

  /** Makes the profile if there is none. Failure (fault) if the next numbers are used already; after an error it is asked again. */
  async toWrite(): Promise<number> {
    const asOf = this.#postgres.failures
    if (this.#soundAsOf !== asOf) {
      await checkNumbers(this.#on)
      this.#soundAsOf = asOf
    }
    for (;;) {
      const number = await this.known()
      if (number !== 0) return number
      // No number that was ever used: the rows of a profile that somebody has removed may still be there. Another new profile
      // may get the same number at the same time: then this one has none yet.
      await this.#on.rows(sql`INSERT INTO profiles (id, name)
        SELECT 1 + greatest((SELECT max(id) FROM profiles), (SELECT max(profile) FROM log_events),
          (SELECT max(profile) FROM cursors), (SELECT max(profile) FROM pruned), 0), ${this.#name}
        ON CONFLICT DO NOTHING`)
    }
  }
}
