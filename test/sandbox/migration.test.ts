/** Data that an older version made are taken over as they are. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../src/sandbox/index.ts'
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
