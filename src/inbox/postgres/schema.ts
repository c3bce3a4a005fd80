/** The schema `pixctl` of a database: its version, and the numbered files that make each version from the one before. */

import { Failure } from '#lib/failure.ts'
import { texts as storeTexts } from '#lib/sqlite/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import { MIGRATIONS } from './generated/migrations.ts'
import { belongsToOther, checkMayMake, checkRights, ownerOf } from './rights.ts'
import { type Queryable, Sql } from './sql.ts'
import { texts } from './texts.ts'

/** The version that this pixctl needs. */
export const VERSION = MIGRATIONS.length

/** Two processes that make the schema at the same time wait for each other. */
const LOCK = 0x70697863

/** The version of the schema; 0 if there is none. */
async function schemaVersion(sql: Pick<Sql, 'row'>): Promise<number> {
  const made = await sql.row<{ made: boolean }>(
    "SELECT to_regclass('pixctl.schema_version') IS NOT NULL AS made",
  )
  if (!made?.made) return 0
  const found = await sql.row<{ version: number }>(
    'SELECT max(version) AS version FROM pixctl.schema_version',
  )
  return found?.version ?? 0
}

/** Rejects with a Failure that says what to do if the schema isn't the one that this pixctl needs. */
export async function checkSchema(sql: Pick<Sql, 'row'>): Promise<void> {
  const version = await schemaVersion(sql)
  if (version > VERSION) throw newer()
  if (version === VERSION) return
  const [message, say] =
    version === 0 ? [texts.noSchema, texts.toMakeIt] : [texts.olderSchema, texts.toUpdateIt]
  throw new Failure('usage', message, { next: suggest('inbox init', { say }) })
}

/**
 * Makes the schema, or brings it up to date, in a transaction and as its owner; gives the version before. Failure
 * (forbidden) if the user isn't a member of the owner, unless there is nothing to do and the user may use it.
 */
export async function migrate(transaction: Queryable): Promise<number> {
  const sql = new Sql(transaction)
  await sql.rows('SELECT pg_advisory_xact_lock($1)', [LOCK])
  const schema = await ownerOf(sql)
  if (schema && !schema.isMember && !schema.mayEnter) throw belongsToOther(schema)
  const before = await schemaVersion(sql)
  if (before > VERSION) throw newer()
  if (before === VERSION) {
    await checkRights(sql)
    return before
  }
  if (schema === null) {
    await checkMayMake(sql)
    await transaction.query('CREATE SCHEMA pixctl')
  } else if (schema.isMember) await sql.rows("SELECT set_config('role', $1, true)", [schema.owner])
  else throw belongsToOther(schema)
  if (before === 0) {
    await transaction.query(
      'CREATE TABLE pixctl.schema_version (version integer PRIMARY KEY, made_at timestamptz NOT NULL DEFAULT now())',
    )
  }
  for (const [index, text] of MIGRATIONS.entries()) {
    if (index < before) continue
    await transaction.query(text)
    await sql.rows('INSERT INTO pixctl.schema_version (version) VALUES ($1)', [index + 1])
  }
  return before
}

function newer(): Failure {
  return new Failure('fault', texts.newerSchema, { next: storeTexts.update })
}
