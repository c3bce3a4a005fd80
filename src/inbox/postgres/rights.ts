/** Whose the schema `pixctl` is, and what the connected user may do in it. */

import { Failure } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { sql } from '../sql.ts'
import type { PostgresStatements } from './statements.ts'
import { texts } from './texts.ts'

interface Owner {
  owner: string
  user: string
  /** The user is a member of the owner, as a superuser is of every role. */
  isMember: boolean
  mayEnter: boolean
}

const MOST_NAMES = 5

export function ownerOf(on: PostgresStatements): Promise<Owner | undefined> {
  return on.row<Owner>(sql`SELECT pg_get_userbyid(nspowner) AS owner, current_user::text AS user,
       pg_has_role(nspowner, 'MEMBER') AS "isMember", has_schema_privilege(oid, 'USAGE') AS "mayEnter"
     FROM pg_namespace WHERE nspname = 'pixctl'`)
}

/**
 * Rejects with a Failure (forbidden) unless the user may do everything there that a listener or a tail does. PostgreSQL's own
 * error (42501) would come with the first delivery, or the first one that is forwarded, and names one table at a time.
 */
export async function checkRights(on: PostgresStatements): Promise<void> {
  const schema = await ownerOf(on)
  const missing = schema?.mayEnter ? await missingIn(on) : ['pixctl']
  if (!schema || missing.length === 0) return
  const names = missing.slice(0, MOST_NAMES).join(', ')
  const more = Math.max(0, missing.length - MOST_NAMES)
  throw new Failure('forbidden', () => texts.missingRights(schema.user, names, more), {
    next: grantedBy(schema),
  })
}

/** Only the owner changes the schema: what others add to it would belong to them. */
export function belongsToOther(schema: Owner): Failure {
  const { owner, user } = schema
  return new Failure('forbidden', () => texts.belongsToOther(owner, user), {
    next: [() => texts.runAs(owner), ...grantedBy(schema)],
  })
}

/** Rejects with a Failure (forbidden) unless the user may make a schema in this database. */
export async function checkMayMake(on: PostgresStatements): Promise<void> {
  const found = await on.row<{
    may: boolean
    user: string
    database: string
  }>(sql`SELECT has_database_privilege(current_database(), 'CREATE') AS may, current_user::text AS user,
       current_database()::text AS database`)
  if (!found || found.may) return
  const { user, database } = found
  throw new Failure('forbidden', () => texts.mayNotMake(user, database), {
    next: [texts.asDatabaseOwner, `GRANT CREATE ON DATABASE ${identifier(database)} TO ${identifier(user)};`],
  })
}

function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

function grantedBy({ owner, user }: Owner): Text[] {
  const to = `TO ${identifier(user)}`
  return [
    () => texts.toGrant(user, owner),
    `GRANT USAGE ON SCHEMA pixctl ${to};`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pixctl ${to};`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA pixctl ${to};`,
  ]
}

/** Nobody but `inbox init` writes the version. */
async function missingIn(on: PostgresStatements): Promise<string[]> {
  const rows = await on.rows<{ name: string }>(
    sql`SELECT relname AS name FROM pg_class WHERE relnamespace = 'pixctl'::regnamespace AND CASE relkind
       WHEN 'r' THEN NOT has_table_privilege(oid, 'SELECT') OR (relname <> 'schema_version' AND NOT (
         has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE')))
       WHEN 'S' THEN NOT has_sequence_privilege(oid, 'USAGE')
       ELSE false END
     ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}
