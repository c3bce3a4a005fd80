/** Opens the log of a profile in a PostgreSQL database, and makes or updates its schema. */

import { systemClock } from '#lib/clock.ts'
import { placesOf, resolveAddress, shownAddress } from '#lib/postgres/address.ts'
import type { SchemaVersions, SharedInbox, Waiting } from '../shared-inbox.ts'
import { Postgres } from './connecting/connect.ts'
import { PostgresEngine } from './engine.ts'
import { checkRights } from './rights.ts'
import { checkNumbers, checkSchema, enterSchema, migrate, VERSION } from './schema.ts'
import { PostgresStatements, type Queryable } from './statements.ts'

/** Unless the caller says how long it can wait. */
const SHORT: Waiting = { signal: new AbortController().signal, timeoutMs: 5_000 }

/** Failure (usage, fault, forbidden) if its schema isn't there, is of another version, or isn't for this user. */
export async function openShared(
  shared: SharedInbox,
  profile: string,
  waiting: Waiting = SHORT,
  clock = systemClock,
): Promise<PostgresEngine> {
  const postgres = await connect(shared, waiting, on => check(on, waiting.keeps), clock)
  return new PostgresEngine(postgres, profile, clock)
}

/** Looks whether this user can use the schema, and gives its version. Failure as for {@link openShared}. */
export async function checkShared(shared: SharedInbox, waiting: Waiting): Promise<number> {
  const postgres = await connect(shared, waiting, on => check(on, true))
  await postgres.close()
  return VERSION
}

async function check(on: Queryable, needsRights = false): Promise<void> {
  const statements = new PostgresStatements(on)
  await checkSchema(statements)
  if (!needsRights) return
  await checkRights(statements)
  await checkNumbers(statements)
}

/** Makes the schema, or brings it up to date. Failure (fault) if it is newer. */
export async function initShared(shared: SharedInbox, waiting: Waiting): Promise<SchemaVersions> {
  const postgres = await connect(shared, waiting)
  try {
    return { before: await postgres.transaction(migrate), after: VERSION }
  } finally {
    await postgres.close()
  }
}

/** Its address for messages. */
export function nameOfShared(shared: SharedInbox): string {
  return shownAddress(placesOf(shared))
}

function connect(
  shared: SharedInbox,
  waiting: Waiting,
  check?: (on: Queryable) => Promise<void>,
  clock = systemClock,
): Promise<Postgres> {
  const enter = check && { enter: (connection: Queryable) => enterSchema(connection) }
  return Postgres.open(resolveAddress(shared), { ...waiting, clock, ...enter }, check)
}
