/** A new connection: to one session of the server, with the settings that pixctl relies on. */

import type { Client } from 'pg'
import { Failure } from '#lib/failure.ts'
import type { PostgresAddress } from '#lib/postgres/address.ts'
import type { Queryable } from '../statements.ts'
import { texts } from '../texts.ts'
import { Away } from './errors.ts'

const OLDEST_VERSION = 140_000

/**
 * The settings that may be weaker than pixctl's promises, or give statements and values another meaning: a role or a database
 * may have its own. The search path comes first: with the database's own, the functions after it could be somebody else's.
 * `remote_apply` is stronger than `on`, and stays. A process that is stopped in a transaction must not hold its locks for long.
 * Plans are kept while tables grow: one that was made for an empty table must use its index too.
 */
const SETTINGS = `
SET search_path = pixctl, pg_temp;
SET standard_conforming_strings = on;
SET array_nulls = on;
SET transform_null_equals = off;
SET DateStyle = 'ISO, YMD';
SET IntervalStyle = postgres;
SET extra_float_digits = 1;
SELECT set_config('synchronous_commit', 'on', false)
 WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply');
SET idle_in_transaction_session_timeout = '10s';
SET default_transaction_isolation = 'read committed';
SET TimeZone = 'UTC';
SET jit = off;
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
       current_setting('server_encoding') AS encoding,
       pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS "isReadOnly"`

/**
 * Failure (usage) if the server is too old, its database has another encoding than UTF8, or it can only be read; of several
 * servers, one that can only be read is away.
 */
export async function prepareSession(on: Queryable, address: PostgresAddress, isOneOfSeveral: boolean) {
  // Several statements have several results.
  const results = (await on.query(SETTINGS)) as unknown as { rows: Server[] }[]
  const { number, version, encoding, isReadOnly } = results.at(-1)!.rows[0]!
  const { shown, database } = address
  if (number < OLDEST_VERSION) {
    throw new Failure('usage', () => texts.tooOld(shown, version), { next: texts.updateServer })
  }
  if (encoding !== 'UTF8') {
    throw new Failure('usage', () => texts.notUtf8(database, shown, encoding), { next: texts.makeUtf8 })
  }
  if (!isReadOnly) return
  if (isOneOfSeveral) throw new Away(address, texts.onlyRead)
  throw new Failure('usage', () => texts.isReplica(shown), { next: texts.givePrimary })
}

interface Server {
  number: number
  version: string
  encoding: string
  isReadOnly: boolean
}

/** Between other clients of a pool, a round may miss that it is one once in eight times. */
const ROUNDS = 8

/**
 * Finds a pooler, such as PgBouncer, in transaction mode: each transaction there may get another connection to the server.
 * Failure (usage) if what a session sets doesn't stay with it. It only asks, so nothing is left to other clients of the pool.
 *
 * @param newClient a second connection to the same address
 */
export async function refusePooler(client: Client, newClient: () => Client, { shown }: PostgresAddress) {
  // The id that a server sends when it lets a client in. A pooler makes one up.
  const { processID } = client as unknown as { processID: number }
  if ((await serverProcess(client)) === processID) return
  const other = newClient()
  try {
    await other.connect()
    const [own, others] = [new Set<number>(), new Set<number>()]
    for (let round = 0; round < ROUNDS; round++) {
      // Twice each: a pool that takes its connections in turn gives the second time another one.
      own.add(await serverProcess(client)).add(await serverProcess(client))
      others.add(await serverProcess(other)).add(await serverProcess(other))
      if (own.size > 1 || others.size > 1 || [...own].some(id => others.has(id))) {
        throw new Failure('usage', () => texts.transactionMode(shown), { next: texts.sessionMode })
      }
    }
  } finally {
    void other.end().catch(() => {})
  }
}

async function serverProcess(client: Client): Promise<number> {
  return (await client.query<{ id: number }>('SELECT pg_catalog.pg_backend_pid() AS id')).rows[0]!.id
}
