/** A new connection: encrypted as the address says, to one session of the server, with the settings that pixctl relies on. */

import type { Client } from 'pg'
import { Failure } from '#lib/failure.ts'
import type { Queryable } from '../sql.ts'
import { texts } from '../texts.ts'
import type { PostgresAddress } from './address.ts'
import { Away, awayReason, sqlState } from './errors.ts'
import type { Tls, TlsAttempt } from './tls.ts'

const OLDEST_VERSION = 140_000
/** A process that was stopped in the middle of a transaction must not hold its locks for long. */
const STUCK_TRANSACTION = '10s'

/**
 * The settings that may be weaker than pixctl's promises. `remote_apply` is stronger than `on`, and stays. Plans are made
 * once for each connection and kept while tables grow: one that was made for an empty table must use its index too. The
 * search path comes first: with the database's own, the functions after it could be somebody else's.
 */
const SETTINGS = `
SET search_path = pixctl, pg_temp;
SELECT set_config('synchronous_commit', 'on', false)
 WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply');
SET idle_in_transaction_session_timeout = '${STUCK_TRANSACTION}';
SET default_transaction_isolation = 'read committed';
SET TimeZone = 'UTC';
SET jit = off;
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
       pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS is_read_only`

/** Failure (usage) if the server is too old or can only be read; of several servers, one that can only be read is away. */
export async function prepareSession(client: Queryable, address: PostgresAddress, isOneOfSeveral: boolean) {
  // Several statements have several results.
  const results = (await client.query(SETTINGS)) as unknown as { rows: Server[] }[]
  const server = results.at(-1)?.rows[0]
  if (!server) return
  if (server.number < OLDEST_VERSION) {
    throw new Failure('usage', () => texts.tooOld(address.shown, server.version), {
      next: texts.updateServer,
    })
  }
  if (!server.is_read_only) return
  if (isOneOfSeveral) throw new Away(address, texts.onlyRead)
  throw new Failure('usage', () => texts.isReplica(address.shown), { next: texts.givePrimary })
}

interface Server {
  number: number
  version: string
  is_read_only: boolean
}

/** Connects with the first of the attempts that the server takes. */
export async function withTls<T>(tls: Tls, connect: (ssl: TlsAttempt) => Promise<T>): Promise<T> {
  const [first, second] = tls
  try {
    return await connect(first)
  } catch (error) {
    if (second === undefined || !mayTryOther(error)) throw error
    try {
      return await connect(second)
    } catch (otherError) {
      throw hasNoTls(otherError) ? error : otherError
    }
  }
}

/** Whether the server may take the same connection with TLS, or without: its rules can be different for each. */
function mayTryOther(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return hasNoTls(error) || sqlState(error) === '28000' || /^ERR_(OS)?SSL/.test(code)
}

function hasNoTls(error: unknown): boolean {
  return /does not support SSL connections/.test((error as Error).message)
}

/** Between other clients of a pool, a round may miss that it is one once in eight times. */
const ROUNDS = 8
/** For the second connection, which a pool may not have. */
const WAIT_MS = 3_000

/**
 * Finds a pooler, such as PgBouncer, in transaction mode: each transaction there may get another connection to the server.
 * Failure (usage) if what a session sets doesn't stay with it. It only asks, so nothing is left to other clients of the pool.
 *
 * @param newClient a second connection to the same address
 */
export async function refusePooler(client: Client, newClient: () => Client, address: PostgresAddress) {
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
      others.add(await serverProcess(other, WAIT_MS)).add(await serverProcess(other, WAIT_MS))
      if (own.size > 1 || others.size > 1 || [...own].some(id => others.has(id))) {
        throw new Failure('usage', () => texts.transactionMode(address.shown), { next: texts.sessionMode })
      }
    }
  } catch (error) {
    if (awayReason(error) !== texts.silent) throw error
    throw new Away(address, texts.poolTooSmall, [texts.enlargePool])
  } finally {
    void other.end().catch(() => {})
  }
}

async function serverProcess(client: Client, waitMs = 0): Promise<number> {
  const query = { text: 'SELECT pg_catalog.pg_backend_pid() AS id', query_timeout: waitMs }
  return (await client.query<{ id: number }>(query)).rows[0]!.id
}
