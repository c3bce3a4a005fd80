/**
 * Receiving deliveries with the inbox in PostgreSQL, beside a plain receiver that makes one statement of many requests. The
 * same server for both, on this machine, which syncs each commit.
 */

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingPostgres } from '../../test/support/postgres-machine.ts'
import { PostgresServer } from '../../test/support/postgres-server.ts'
import { COPY_EVENT, COPY_PLAIN, MADE_IDS } from './fill.ts'
import { printRates, type Receiver, SECRET, startBare, startListen } from './receivers.ts'
import { createSender, end, send } from './sender.ts'
import { type IdOrder, ORDERS } from './signed.ts'

const run = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'bin', 'run.js')
/** As an administrator would begin: enough memory, and checkpoints by time. */
const SETTINGS = { fsync: 'on', shared_buffers: '256MB', max_wal_size: '4GB' }
/** As in bare/receive.cjs. */
const PLAIN = `CREATE TABLE plain (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, delivery text UNIQUE, event text UNIQUE, body bytea)`

/**
 * @param env what a measured process sees; `folder` is for its state
 * @param isFull with a million events in the inbox
 */
export async function postgres(env: NodeJS.ProcessEnv, folder: string, isFull: boolean): Promise<void> {
  if (missingPostgres) {
    console.log(`\nThe inbox in PostgreSQL is not measured: ${missingPostgres}`)
    return
  }
  for (const order of ORDERS) {
    const server = await PostgresServer.start({ settings: SETTINGS })
    try {
      await compare(server, { env, folder, order, isFull })
    } finally {
      await server[Symbol.asyncDispose]()
    }
  }
}

interface Comparing {
  env: NodeJS.ProcessEnv
  folder: string
  order: IdOrder
  isFull: boolean
}

async function compare(server: PostgresServer, { env, folder, order, isFull }: Comparing): Promise<void> {
  const name = await server.newDatabase()
  const url = server.url(name)
  const dataDir = join(folder, 'postgres')
  const listenEnv = { ...env, PIXCTL_DATA_DIR: dataDir, PIXCTL_WEBHOOK_SECRET: SECRET, PIXCTL_INBOX_URL: url }
  await server.query(PLAIN, [], name)
  const { status, stderr } = spawnSync(process.execPath, [run, 'inbox', 'init'], { env: listenEnv })
  if (status !== 0) throw new Error(`inbox init ended with ${status}: ${stderr}`)

  const kept = async (table: string) => {
    const [row] = await server.query<{ count: string }>(`SELECT count(*) AS count FROM ${table}`, [], name)
    return Number(row!.count)
  }
  const plain: Receiver = {
    name: 'thirty plain lines',
    start: () => startBare('receive-postgres.cjs', [SECRET, url], env),
    kept: () => kept('plain'),
  }
  const listen: Receiver = {
    name: 'webhook listen --json --inbox',
    start: () => startListen(listenEnv),
    kept: () => kept('pixctl.arrivals'),
  }
  const fresh = async () => {
    rmSync(dataDir, { recursive: true, force: true })
    // What a run adds to a million stays.
    if (!isFull) await server.query('TRUNCATE plain, pixctl.log_events, pixctl.arrivals', [], name)
    await server.query('CHECKPOINT', [], name)
  }
  if (isFull) await fill(server, name, [plain, listen], order)
  const title = `Signed deliveries into PostgreSQL${isFull ? ', a million events in its tables' : ''}`
  await printRates(listen, plain, createSender(folder, SECRET, order), { title, fresh, ratio: 0.6 })
}

/** Copies the first delivery of each receiver. */
async function fill(
  server: PostgresServer,
  name: string,
  receivers: readonly Receiver[],
  order: IdOrder,
): Promise<void> {
  for (const { start } of receivers) {
    const { child, port } = await start()
    await send(port, 1, SECRET, order)
    await end(child)
  }
  const copy = ['SET search_path = pixctl, public', MADE_IDS.postgres(order), ...COPY_PLAIN, ...COPY_EVENT]
  await server.query(copy.join(';'), undefined, name)
  // Otherwise autovacuum would begin it during a run.
  for (const table of ['plain', 'pixctl.log_events', 'pixctl.arrivals'])
    await server.query(`VACUUM ANALYZE ${table}`, undefined, name)
}
