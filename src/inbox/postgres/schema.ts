/** The schema `pixctl` of a database: its version, and the numbered files that make each version from the one before. */

import { Failure } from '#lib/failure.ts'
import { texts as storeTexts } from '#lib/sqlite/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import { numbersBehind } from './connecting/errors.ts'
import { MIGRATIONS } from './generated/migrations.ts'
import { belongsToOther, checkMayMake, checkRights, ownerOf } from './rights.ts'
import { type Queryable, Sql } from './sql.ts'
import { texts } from './texts.ts'

/** The version that this pixctl needs. */
export const VERSION = MIGRATIONS.length

/** The latest number that was given out, and the highest one in a table, if that is higher: by the index, for each profile. */
const BEHIND = `(SELECT coalesce(last_value, 0) AS given, (
    SELECT max(greatest(
      (SELECT max(id) FROM pixctl.deliveries WHERE profile_id = p.id),
      (SELECT max(id) FROM pixctl.shown WHERE profile_id = p.id),
      (SELECT max(id) FROM pixctl.approvals WHERE profile_id = p.id)))
    FROM pixctl.profiles AS p) AS used
  FROM pg_sequences WHERE schemaname = 'pixctl' AND sequencename = 'arrivals') AS numbers WHERE given < used`
/** Who asks whether deliveries can be taken waits no longer for a table that is locked. */
const BEHIND_MS = 2_000

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

/** Rejects with a Failure (fault) if the next numbers are used already, because the tables were copied without the sequence. */
export async function checkNumbers(sql: Pick<Sql, 'rows'>): Promise<void> {
  if (await areBehind(sql)) throw numbersBehind()
}

/** Of a user who has all rights. */
async function areBehind(sql: Pick<Sql, 'rows'>): Promise<boolean> {
  return (await sql.rows(`SELECT FROM ${BEHIND}`, [], BEHIND_MS)).length > 0
}

/**
 * Makes the schema, or brings it up to date and its sequence behind the tables, in a transaction and as its owner; gives the version before. Failure
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
    if (!(await areBehind(sql))) return before
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
  // Some are left out: others may take numbers meanwhile.
  await sql.rows(`SELECT setval('pixctl.arrivals', used + 1000) FROM ${BEHIND}`)
  return before
}

function newer(): Failure {
  return new Failure('fault', texts.newerSchema, { next: storeTexts.update })
}
