/** The number of a profile in the tables of PostgreSQL. */

import type { Postgres } from './connecting/connect.ts'
import { checkNumbers } from './schema.ts'
import type { Sql } from './sql.ts'

/** No number that was ever used: the rows of a profile that somebody has removed may still be there. */
const MAKE = `INSERT INTO pixctl.profiles (id, name)
  SELECT 1 + greatest((SELECT max(id) FROM pixctl.profiles), (SELECT max(profile_id) FROM pixctl.deliveries), 0), $1
  ON CONFLICT DO NOTHING`

export class ProfileNumber {
  readonly #postgres: Postgres
  readonly #sql: Sql
  readonly #name: string
  #number: Promise<number> | undefined
  /** When it was read: {@link Postgres.failures}. */
  #asOf = 0
  /** The same for the check of the sequence. */
  #soundAsOf = -1

  constructor(postgres: Postgres, sql: Sql, name: string) {
    this.#postgres = postgres
    this.#sql = sql
    this.#name = name
  }

  /** 0, which no row has, if nothing was ever saved for the profile. */
  async known(): Promise<number> {
    // A new schema has other numbers.
    if (this.#asOf !== this.#postgres.failures) this.#number = undefined
    this.#asOf = this.#postgres.failures
    this.#number ??= this.#find()
    try {
      const number = await this.#number
      if (number === 0) this.#number = undefined
      return number
    } catch (error) {
      this.#number = undefined
      throw error
    }
  }

  /** Makes the profile if there is none. */
  async toWrite(): Promise<number> {
    const number = await this.known()
    if (number !== 0) return number
    await this.#sql.rows(MAKE, [this.#name])
    // A search that is under way may have begun before that.
    this.#number = undefined
    // Another new profile may have got the number.
    return this.toWrite()
  }

  /** The same for what gets new numbers. Failure (fault) if some are used already; after an error it is asked again. */
  async toInsert(): Promise<number> {
    const number = await this.toWrite()
    const asOf = this.#asOf
    if (this.#soundAsOf !== asOf) await checkNumbers(this.#sql)
    this.#soundAsOf = asOf
    return number
  }

  async #find(): Promise<number> {
    const row = await this.#sql.row<{ id: number }>('SELECT id FROM pixctl.profiles WHERE name = $1', [
      this.#name,
    ])
    return row?.id ?? 0
  }
}
