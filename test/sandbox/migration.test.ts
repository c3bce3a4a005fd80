/** Data that an older version made are taken over as they are. */

import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { MIGRATIONS } from '#sandbox/core/schema.ts'
import { startSandbox } from '#sandbox/index.ts'
import { FakeClock } from '../support/clock.ts'
import { newDataDir } from './data-folder.ts'
import { callers } from './harness.ts'
import { startReceiver } from './receiver.ts'

/** The tables of version 1, and a shop's data in them. */
const VERSION_1 = `
  CREATE TABLE stores (
    id TEXT PRIMARY KEY,
    pix_key TEXT NOT NULL,
    balance INTEGER NOT NULL CHECK (balance >= 0)
  ) STRICT;
  CREATE TABLE keys (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    store_id TEXT NOT NULL REFERENCES stores (id),
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    permissions TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;
  CREATE TABLE payments (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    store_id TEXT NOT NULL REFERENCES stores (id),
    idempotency_key TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('CREATING', 'PENDING', 'PAID', 'EXPIRED', 'FAILED')),
    amount INTEGER NOT NULL,
    requested_amount INTEGER NOT NULL,
    fee INTEGER NOT NULL,
    net_amount INTEGER NOT NULL CHECK (net_amount > 0),
    description TEXT NOT NULL,
    pass_fee INTEGER NOT NULL CHECK (pass_fee IN (0, 1)),
    validity_minutes INTEGER NOT NULL,
    pix_code TEXT,
    expires_at INTEGER,
    paid_at INTEGER,
    created_at INTEGER NOT NULL,
    UNIQUE (store_id, idempotency_key)
  ) STRICT;
  CREATE INDEX payments_by_date ON payments (store_id, created_at);
  CREATE INDEX payments_by_deadline ON payments (expires_at) WHERE status = 'PENDING';
  CREATE TABLE credits (
    payment_id TEXT PRIMARY KEY,
    store_id TEXT NOT NULL REFERENCES stores (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    source TEXT NOT NULL CHECK (source IN ('api', 'wallet')),
    credited_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE outbox (
    position INTEGER PRIMARY KEY,
    sequence TEXT NOT NULL UNIQUE,
    event TEXT NOT NULL
  ) STRICT;

  INSERT INTO stores VALUES ('store_sandbox', '123e4567-e89b-42d3-a456-426614174000', 990);
  INSERT INTO payments VALUES
    (1, 'pay_old', 'store_sandbox', '123e4567-e89b-42d3-a456-426614174001', 'PAID', 1000, 1000, 10, 990,
     'Pedido 1', 0, 30, 'code', 1773145800000, 1773144000000, 1773143900000),
    (2, 'pay_open', 'store_sandbox', '123e4567-e89b-42d3-a456-426614174002', 'PENDING', 2000, 2000, 20, 1980,
     '', 0, 10080, 'code', 1773748800000, NULL, 1773144000000);
  INSERT INTO credits VALUES ('pay_old', 'store_sandbox', 990, 'api', 1773144000000);
  INSERT INTO outbox VALUES
    (1, '9007199254740993', '{"id":"evt_1","type":"payment.created","data":{"paymentId":"pay_old"}}');
  PRAGMA user_version = 1;
`

it('data of version 1 is kept, and webhooks are added', async () => {
  const dataDir = newDataDir()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const old = new DatabaseSync(join(dataDir, 'sandbox.db'))
  old.exec(VERSION_1)
  old.close()
  writeFileSync(join(dataDir, 'secrets.json'), '{"dashboard-token":"token_of_before"}', { mode: 0o600 })

  const clock = new FakeClock('2026-03-10T12:00:00.000Z')
  const start = async () => {
    const sandbox = await startSandbox({ dataDir, clock })
    onTestFinished(() => sandbox.close())
    return { sandbox, ...callers(sandbox) }
  }
  const first = await start()
  expect(first.sandbox.dashboardToken).toBe('token_of_before')
  expect((await first.api('/balance')).body.data.availableBalance).toBe(9.9)
  expect((await first.api('/payments/pay_old')).body.data).toMatchObject({
    status: 'PAID',
    description: 'Pedido 1',
  })
  expect(first.sandbox.readOutbox()).toEqual([
    {
      sequence: '9007199254740993',
      event: { id: 'evt_1', type: 'payment.created', data: { paymentId: 'pay_old' } },
    },
  ])

  const receiver = await startReceiver()
  await first.dashboard('/endpoints', { url: receiver.url })
  await first.dashboard('/payments/pay_open/pay', {})
  const [delivery] = await receiver.received.until(1)
  expect(JSON.parse(String(delivery?.body))).toMatchObject({
    type: 'payment.approved',
    data: { paymentId: 'pay_open' },
  })
  expect(first.sandbox.readOutbox().at(-1)?.sequence).toBe('9007199254740994')
  await first.sandbox.close()

  // The counts of the dashboard's pages: the old charges, and the payment since then.
  const now = new DatabaseSync(join(dataDir, 'sandbox.db'))
  expect(now.prepare('SELECT status, charges FROM charge_counts WHERE charges > 0').all()).toEqual([
    { status: 'PAID', charges: 2 },
  ])
  now.close()

  const second = await start()
  expect((await second.dashboard('/endpoints')).body.data).toHaveLength(1)
  expect((await second.api('/balance')).body.data.availableBalance).toBe(29.7)
})

it('a migration that is killed in the middle is made again from the start', async () => {
  const dataDir = newDataDir()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const old = new DatabaseSync(join(dataDir, 'sandbox.db'))
  onTestFinished(() => old.close())
  old.exec('PRAGMA journal_mode = WAL')
  old.exec(VERSION_1)
  // Each page that is changed goes to the file at once, as when there are more than memory holds.
  old.exec('PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN EXCLUSIVE')
  for (const migration of MIGRATIONS.slice(1)) old.exec(migration)
  old.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
  const killed = newDataDir()
  mkdirSync(killed, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(dataDir).filter(each => !each.endsWith('-shm')))
    copyFileSync(join(dataDir, name), join(killed, name))
  const copy = new DatabaseSync(join(killed, 'sandbox.db'))
  expect(copy.prepare('PRAGMA user_version').get()?.user_version).toBe(1)
  copy.close()

  const sandbox = await startSandbox({ dataDir: killed, clock: new FakeClock('2026-03-10T12:00:00.000Z') })
  onTestFinished(() => sandbox.close())
  const { api, dashboard } = callers(sandbox)
  expect((await api('/payments')).body.pagination.total).toBe(2)
  await dashboard('/payments/pay_open/pay', {})
  expect(sandbox.readOutbox().map(({ sequence }) => sequence)).toEqual([
    '9007199254740993',
    '9007199254740994',
  ])
})

it('deliveries of before are counted, and the ones since then', () => {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  for (const migration of MIGRATIONS.slice(0, -1)) database.exec(migration)
  database.exec(`
    INSERT INTO stores (id, name, pix_key, balance) VALUES ('s', 's', 'k', 0);
    INSERT INTO endpoints (id, store_id, url, events, secret, created_at) VALUES ('e1', 's', 'u', '[]', 'x', 1), ('e2', 's', 'u', '[]', 'x', 1);
    INSERT INTO deliveries (id, endpoint_id, event, body, state, next_attempt_at) VALUES
      ('d1', 'e1', 't', '{}', 'pending', 1), ('d2', 'e1', 't', '{}', 'delivered', 1), ('d3', 'e2', 't', '{}', 'pending', 1)`)
  database.exec(MIGRATIONS.at(-1)!)
  database.exec(`
    INSERT INTO deliveries (id, endpoint_id, event, body, next_attempt_at) VALUES ('d4', 'e1', 't', '{}', 1);
    UPDATE deliveries SET state = 'delivered', attempts = 1 WHERE id = 'd1';
    UPDATE deliveries SET state = 'delivered' WHERE id = 'd2';
    UPDATE deliveries SET state = 'failed' WHERE id = 'd3'`)
  expect(
    database.prepare('SELECT * FROM delivery_counts WHERE deliveries > 0 ORDER BY endpoint_id, state').all(),
  ).toEqual([
    { endpoint_id: 'e1', state: 'delivered', deliveries: 2 },
    { endpoint_id: 'e1', state: 'pending', deliveries: 1 },
    { endpoint_id: 'e2', state: 'failed', deliveries: 1 },
  ])
  database.exec("PRAGMA foreign_keys = ON; DELETE FROM endpoints WHERE id = 'e1'")
  expect(database.prepare('SELECT endpoint_id FROM delivery_counts WHERE deliveries > 0').all()).toEqual([
    { endpoint_id: 'e2' },
  ])
})
