/**
 * Receiving deliveries with the inbox in PostgreSQL, beside a plain receiver that makes one statement of each request, and
 * one that makes one of many. The same server for all, on this machine, which syncs each commit.
 */

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingPostgres } from '../../test/support/postgres-machine.ts'
import { PostgresServer } from '../../test/support/postgres-server.ts'
import { printRates, type Receiver, SECRET, startBare, startListen } from './receivers.ts'
import { createSender } from './sender.ts'

const run = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'bin', 'run.js')
/** As an administrator would begin: enough memory, and checkpoints by time. */
const SETTINGS = { fsync: 'on', shared_buffers: '256MB', max_wal_size: '4GB' }
const PLAIN = 'CREATE TABLE plain (delivery text PRIMARY KEY, event text UNIQUE, body bytea NOT NULL)'

/** @param env what a measured process sees; `folder` is for its state */
export async function postgres(env: NodeJS.ProcessEnv, folder: string, quick: boolean): Promise<void> {
  if (missingPostgres) {
    console.log(`\nThe inbox in PostgreSQL is not measured: ${missingPostgres}`)
    return
  }
  const server = await PostgresServer.start({ settings: SETTINGS })
  try {
    await compare(server, env, folder, quick)
  } finally {
    await server[Symbol.asyncDispose]()
  }
}

async function compare(server: PostgresServer, env: NodeJS.ProcessEnv, folder: string, quick: boolean) {
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
  const bare: Receiver = {
    name: 'node:http, 204',
    start: () => startBare('receive.cjs', ['bare', SECRET, ''], env),
  }
  const inserting = (how: string, title: string): Receiver => ({
    name: title,
    start: () => startBare('receive-postgres.cjs', [how, SECRET, url], env),
    kept: () => kept('plain'),
  })
  const plain = inserting('each', 'one INSERT each, with pg')
  const listen: Receiver = {
    name: 'webhook listen --json --inbox',
    start: () => startListen(listenEnv),
    kept: () => kept('pixctl.deliveries'),
  }
  const fresh = async () => {
    rmSync(dataDir, { recursive: true, force: true })
    await server.query('TRUNCATE plain, pixctl.deliveries, pixctl.queue', [], name)
    await server.query('CHECKPOINT', [], name)
  }
  const grouped = inserting('group', 'one INSERT for a group')
  await printRates([bare, plain, grouped, listen], createSender(folder, SECRET), {
    title: 'Signed deliveries into PostgreSQL',
    fresh,
    rounds: quick ? 3 : 9,
    goal: { of: listen, beside: plain, ratio: 3, p99: 2 },
  })
}
