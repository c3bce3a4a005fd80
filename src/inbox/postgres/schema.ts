/** The schema `pixctl` of a database: its version, and the numbered files that make each version from the one before. */

import { createHash } from 'node:crypto'
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
/** What it is made of, so that another build's schema of the same version isn't taken for this one. Comments don't count. */
export const MADE_OF = createHash('sha256')
  .update(MIGRATIONS.join('').replace(/--.*/g, '').replace(/\s+/g, ' '))
  .digest('hex')

/**
 * The highest number in a table, if the latest one that was given out is lower. It is asked for each profile, by the index, and
 * not with max(): see `insert_deliveries` in migrations/0001-schema.sql. A sequence that was set and has given no number yet must
 * give one: only its owner may see its value.
 */
const BEHIND = `(SELECT last_value AS given, (
    SELECT max(greatest(
      (SELECT id FROM pixctl.deliveries WHERE profile_id = p.id ORDER BY id DESC LIMIT 1),
      (SELECT id FROM pixctl.approvals WHERE profile_id = p.id ORDER BY id DESC LIMIT 1)))
    FROM pixctl.profiles AS p) AS used
  FROM pg_sequences WHERE schemaname = 'pixctl' AND sequencename = 'arrivals') AS numbers
  WHERE CASE WHEN used IS NOT NULL THEN coalesce(given, nextval('pixctl.arrivals')) < used END`

/** Two processes that make the schema at the same time wait for each other. */
const LOCK = 0x70697863

/** The version of the schema; 0 if there is none. Failure (fault) if another build has made it. */
async function schemaVersion(sql: Pick<Sql, 'row'>): Promise<number> {
  const made = await sql.row<{ made: boolean }>(
    "SELECT to_regclass('pixctl.schema_version') IS NOT NULL AS made",
  )
  if (!made?.made) return 0
  const found = await sql.row<{ version: number; madeOf: string | null }>(
    `SELECT version, to_jsonb(made) ->> 'made_of' AS "madeOf" FROM pixctl.schema_version AS made
     ORDER BY version DESC LIMIT 1`,
  )
  if (found?.version === VERSION && found.madeOf !== MADE_OF) {
    throw new Failure('fault', () => texts.otherBuild(VERSION), { next: texts.keepOrDrop })
  }
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

/** Of a user who has all rights. For a table that is locked it waits two seconds: a sender may wait for the answer. */
async function areBehind(sql: Pick<Sql, 'rows'>): Promise<boolean> {
  return (await sql.rows(`SELECT FROM ${BEHIND}`, [], 2_000)).length > 0
}

/**
 * Makes the schema or brings it up to date, and sets its sequence right if that is behind the tables: in a transaction, and as
 * its owner. Gives the version before. Failure (forbidden) if the user isn't a member of the owner, unless there is nothing
 * to do and the user may use it.
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
      'CREATE TABLE pixctl.schema_version (version integer PRIMARY KEY, made_at timestamptz NOT NULL DEFAULT now(), made_of text)',
    )
  }
  for (const [index, text] of MIGRATIONS.entries()) {
    if (index < before) continue
    await transaction.query(text)
    await sql.rows('INSERT INTO pixctl.schema_version (version, made_of) VALUES ($1, $2)', [
      index + 1,
      MADE_OF,
    ])
  }
  // Some are left out: others may take numbers meanwhile.
  await sql.rows(`SELECT setval('pixctl.arrivals', used + 1000) FROM ${BEHIND}`)
  return before
}

function newer(): Failure {
  return new Failure('fault', texts.newerSchema, { next: storeTexts.update })
}
