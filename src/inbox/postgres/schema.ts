/** The schema `pixctl` of a database: its version, and the numbered files that make each version from the one before. */

import { createHash } from 'node:crypto'
import { Failure } from '#lib/failure.ts'
import { texts as storeTexts } from '#lib/sqlite/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import { sql } from '../sql.ts'
import { numbersBehind, sqlState } from './connecting/errors.ts'
import { MIGRATIONS } from './generated/migrations.ts'
import { belongsToOther, checkMayMake, checkRights, ownerOf } from './rights.ts'
import { PostgresStatements, type Queryable } from './statements.ts'
import { texts } from './texts.ts'

/** The version that this pixctl needs. */
export const VERSION = MIGRATIONS.length

/** What a version is made of, so that another build's schema of the same version isn't taken for this one. Comments don't count. */
export function madeOf(steps: readonly string[]): string {
  const text = steps.join('').replace(/--.*/g, '').replace(/\s+/g, ' ')
  return createHash('sha256').update(text).digest('hex')
}

/**
 * The highest number in a table, if the latest one that was given out is lower. A sequence that was set and has given no number
 * yet must give one: only its owner may see its value.
 */
const BEHIND = sql`(SELECT last_value AS given, greatest(
    (SELECT max(id) FROM pixctl.log_events), (SELECT max(id) FROM pixctl.attempts)
  ) AS used
  FROM pg_sequences WHERE schemaname = 'pixctl' AND sequencename = 'numbers') AS numbers
  WHERE CASE WHEN used IS NOT NULL THEN coalesce(given, nextval('pixctl.numbers')) < used END`

/** Two processes that make the schema at the same time wait for each other. */
const LOCK = 0x70697863
/** Shared by all connections of the processes that use the schema: it isn't changed under them. */
const IN_USE = LOCK + 1

/** The version of the schema; 0 if there is none. Failure (fault) if it is newer, or another build has made it. */
async function schemaVersion(on: PostgresStatements, steps: readonly string[]): Promise<number> {
  const made = await on.row<{ made: boolean }>(
    sql`SELECT to_regclass('pixctl.schema_version') IS NOT NULL AS made`,
  )
  if (!made?.made) return 0
  const found = await on.row<{
    version: number
    madeOf: string | null
  }>(sql`SELECT version, to_jsonb(made) ->> 'made_of' AS "madeOf" FROM pixctl.schema_version AS made
      ORDER BY version DESC LIMIT 1`)
  if (!found) return 0
  const { version } = found
  if (version > steps.length) throw new Failure('fault', texts.newerSchema, { next: storeTexts.update })
  if (found.madeOf !== madeOf(steps.slice(0, version))) {
    throw new Failure('fault', () => texts.otherBuild(version), { next: texts.keepOrDrop })
  }
  return version
}

/** Rejects with a Failure that says what to do if the schema isn't the one that this pixctl needs. */
export async function checkSchema(on: PostgresStatements, steps = MIGRATIONS): Promise<void> {
  demandVersion(await schemaVersion(on, steps), steps)
}

function demandVersion(version: number, steps: readonly string[]): void {
  if (version === steps.length) return
  const [message, say] =
    version === 0 ? [texts.noSchema, texts.toMakeIt] : [texts.olderSchema, texts.toUpdateIt]
  throw new Failure('usage', message, { next: suggest('inbox init', { say }) })
}

/**
 * For each new connection of a process that uses the schema. One that comes back may find another version. That there is
 * no schema, or no right on it, is said by the statements that need it.
 */
export async function enterSchema(connection: Queryable): Promise<void> {
  const on = new PostgresStatements(connection)
  await on.rows(sql`SELECT pg_advisory_lock_shared(${IN_USE})`)
  const version = await schemaVersion(on, MIGRATIONS).catch(error => {
    if (error instanceof Failure || !/^(42|3F)/.test(sqlState(error))) throw error
    return 0
  })
  if (version !== 0) demandVersion(version, MIGRATIONS)
}

/** Rejects with a Failure (fault) if the next numbers are used already, because the tables were copied without the sequence. */
export async function checkNumbers(on: PostgresStatements): Promise<void> {
  if (await areBehind(on)) throw numbersBehind()
}

/** Of a user who has all rights. For a table that is locked it waits two seconds: a sender may wait for the answer. */
async function areBehind(on: PostgresStatements): Promise<boolean> {
  return (await on.rows(sql`SELECT FROM ${BEHIND}`, 2_000)).length > 0
}

/**
 * Makes the schema or brings it up to date, and sets its sequence right if that is behind the tables: in a transaction, and as
 * its owner. Gives the version before. Failure (forbidden) if the user isn't a member of the owner, unless there is nothing
 * to do and the user may use it; (conflict) if an older one is in use.
 */
export async function migrate(transaction: Queryable, steps = MIGRATIONS): Promise<number> {
  const on = new PostgresStatements(transaction)
  await on.rows(sql`SELECT pg_advisory_xact_lock(${LOCK})`)
  const schema = await ownerOf(on)
  if (schema && !schema.isMember && !schema.mayEnter) throw belongsToOther(schema)
  const before = await schemaVersion(on, steps)
  if (before === steps.length) {
    await checkRights(on)
    if (!(await areBehind(on))) return before
  }
  if (!schema) {
    await checkMayMake(on)
    await transaction.query('CREATE SCHEMA pixctl')
  } else if (schema.isMember) await on.rows(sql`SELECT set_config('role', ${schema.owner}, true)`)
  else throw belongsToOther(schema)
  if (before === 0) {
    await transaction.query(
      'CREATE TABLE pixctl.schema_version (version integer PRIMARY KEY, made_at timestamptz NOT NULL DEFAULT now(), made_of text)',
    )
  }
  if (before !== 0 && before < steps.length) {
    const lock = await on.row<{ free: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${IN_USE}) AS free`)
    if (!lock?.free) throw new Failure('conflict', texts.olderInUse, { next: texts.endThose })
  }
  for (let version = before + 1; version <= steps.length; version++) {
    await transaction.query(steps[version - 1]!)
    const made = madeOf(steps.slice(0, version))
    await on.rows(sql`INSERT INTO pixctl.schema_version (version, made_of) VALUES (${version}, ${made})`)
  }
  // Some are left out: others may take numbers meanwhile.
  await on.rows(sql`SELECT setval('pixctl.numbers', used + 1000) FROM ${BEHIND}`)
  return before
}
