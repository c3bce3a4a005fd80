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
import { printRates, type Receiver, SECRET, startBare, startListen } from './receivers.ts'
import { createSender, end, send } from './sender.ts'
import { type IdOrder, ORDERS } from './signed.ts'

const run = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'bin', 'run.js')
const MILLION = 1_000_000
/** As an administrator would begin: enough memory, and checkpoints by time. */
const SETTINGS = { fsync: 'on', shared_buffers: '256MB', max_wal_size: '4GB' }
/** With an index for each of pixctl's that deliveries of this kind are written to. */
const PLAIN = `
  CREATE TABLE plain (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, received_at timestamptz NOT NULL DEFAULT now(),
    delivery text NOT NULL UNIQUE, event text UNIQUE, payment text, body bytea NOT NULL);
  CREATE INDEX ON plain USING brin (received_at) WITH (pages_per_range = 32, autosummarize = on);
  CREATE INDEX ON plain USING brin (payment text_bloom_ops (n_distinct_per_range = 250, false_positive_rate = 0.001))
    WITH (pages_per_range = 32, autosummarize = on)`

/** Ids as signed.ts makes them. */
const MADE = { 'in order': "lpad(to_hex(number), 32, '0')", random: 'md5(number::text)' }

/** A million deliveries like the first one; the keys are those of src/inbox/postgres/keys.ts. */
const copies = (order: IdOrder, million: number) => `
  CREATE TEMP TABLE made AS SELECT ${MADE[order]} AS id
    FROM generate_series(${million * MILLION + 1}, ${(million + 1) * MILLION}) AS number;
  INSERT INTO plain (delivery, event, payment, body)
    SELECT 'dlv_' || made.id, 'evt_' || made.id, 'pay_' || made.id, body
    FROM made, (SELECT body FROM pixctl.deliveries ORDER BY id LIMIT 1) AS first;
  INSERT INTO pixctl.deliveries (id, received_at, delivery_key, event_key, profile_id, realtime, first, forward, delivery,
      event, event_id, secret, payment_id, headers, body)
    SELECT nextval('pixctl.arrivals'), received_at, pg_temp.key_of('dlv_', made.id, profile_id),
      pg_temp.key_of('evt_', made.id, profile_id), profile_id, realtime, true, forward, 'dlv_' || made.id, d.event,
      'evt_' || made.id, secret, 'pay_' || made.id, headers, body
    FROM made, (SELECT * FROM pixctl.deliveries ORDER BY id LIMIT 1) AS d`
const KEY_OF = `
  CREATE FUNCTION pg_temp.key_of(prefix text, id text, profile smallint) RETURNS uuid LANGUAGE sql AS $$
    SELECT encode(left(id, 6)::bytea || substr(sha256((profile || E'\\n' || prefix || id)::bytea), 1, 10), 'hex')::uuid
  $$;`

/**
 * @param env what a measured process sees; `folder` is for its state
 * @param millions how many deliveries are saved before
 */
export async function postgres(
  env: NodeJS.ProcessEnv,
  folder: string,
  quick: boolean,
  millions = 0,
): Promise<void> {
  if (missingPostgres) {
    console.log(`\nThe inbox in PostgreSQL is not measured: ${missingPostgres}`)
    return
  }
  for (const order of ORDERS) {
    const server = await PostgresServer.start({ settings: SETTINGS })
    try {
      await compare(server, env, folder, quick, order, millions)
    } finally {
      await server[Symbol.asyncDispose]()
    }
  }
}

async function compare(
  server: PostgresServer,
  env: NodeJS.ProcessEnv,
  folder: string,
  quick: boolean,
  order: IdOrder,
  millions: number,
) {
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
  const grouped: Receiver = {
    name: 'one INSERT for a group',
    start: () => startBare('receive-postgres.cjs', [SECRET, url], env),
    kept: () => kept('plain'),
  }
  const listen: Receiver = {
    name: 'webhook listen --json --inbox',
    start: () => startListen(listenEnv),
    kept: () => kept('pixctl.deliveries'),
  }
  const fresh = async () => {
    rmSync(dataDir, { recursive: true, force: true })
    // What a run adds to millions stays.
    if (millions === 0) await server.query('TRUNCATE plain, pixctl.deliveries, pixctl.queue', [], name)
    await server.query('CHECKPOINT', [], name)
  }
  if (millions > 0) await fill(server, name, listen, order, millions)
  await printRates([bare, grouped, listen], createSender(folder, SECRET, order), {
    title: `Signed deliveries into PostgreSQL${millions > 0 ? `, ${millions} million in its tables` : ''}`,
    fresh,
    rounds: quick ? 3 : 9,
    goal: { of: listen, beside: grouped, ratio: 0.85, p99: 4 },
  })
}

async function fill(
  server: PostgresServer,
  name: string,
  { start }: Receiver,
  order: IdOrder,
  millions: number,
): Promise<void> {
  const { child, port } = await start()
  await send(port, 1, SECRET, order)
  await end(child)
  for (let million = 0; million < millions; million++) {
    await server.query(KEY_OF + copies(order, million), undefined, name)
  }
  // Otherwise autovacuum would begin it during a run.
  for (const table of ['plain', 'pixctl.deliveries'])
    await server.query(`VACUUM ANALYZE ${table}`, undefined, name)
}
