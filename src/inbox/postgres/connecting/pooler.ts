/** Finds a pooler, such as PgBouncer, in transaction mode: each transaction there may get another connection to the server. */

import type { Client } from 'pg'
import { Failure } from '#lib/failure.ts'
import { texts } from '../texts.ts'
import type { PostgresAddress } from './address.ts'
import { Away, awayReason } from './errors.ts'

/** Between other clients of the pool, a round may miss it once in eight times. */
const ROUNDS = 8
/** For the second connection, which a pool may not have. */
const WAIT_MS = 3_000

/**
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
