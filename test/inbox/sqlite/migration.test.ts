/** A state that an older pixctl has made. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Journal } from '#charges/creations/journal.ts'
import { hashOf } from '#inbox/shown.ts'
import { fileOf } from '#lib/sqlite/database-file.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { AT, arrival, attempt, firstPending, listed, openInbox, take } from '../arriving.ts'
import { all } from '../keeping.ts'
import { approvals, group, keep, STREAM, show, shownBefore } from '../showing.ts'

describe('a state of version 1, without an inbox', () => {
  it('keeps its creations, and gets an inbox', async () => {
    const dataDir = temporaryFolder()
    makeVersion1(dataDir)
    const inbox = await openInbox(dataDir)
    expect(take(inbox)).toMatchObject({ verdict: 'accepted' })
    const journal = await Journal.open(dataDir, 'default')
    onTestFinished(() => journal.close())
    expect(journal.unresolved()).toMatchObject([
      { idempotencyKey: KEY, attempts: 3, inDoubt: true, createdAt: AT },
    ])
    expect(Buffer.from(journal.unresolved()[0]!.body).toString()).toBe('{"amount":10.5}')
    expect(journal.find('0b7f7f2e-6f0e-4a55-9d8a-1d9b0c6f2a11')).toMatchObject([
      { outcome: 'created', paymentId: 'pay_1' },
    ])
  })
})

describe('a state of version 2, without the progress of tails', () => {
  it('keeps what is in it, and takes what tails show', async () => {
    const dataDir = temporaryFolder()
    makeVersion2(dataDir)
    const inbox = await openInbox(dataDir)
    expect((await listed(inbox, 10)).map(each => [each.delivery, each.forward, each.attempts])).toEqual([
      ['dlv_2', 'pending', 3],
      ['dlv_1', 'done', 1],
    ])
    expect(firstPending(inbox)).toMatchObject({ delivery: 'dlv_2', body: Buffer.from('{"a":2}') })
    attempt(inbox, 'dlv_2', 500)
    // The three before it were only counted.
    expect((await inbox.reading.attemptsOf({ id: 2 })).map(each => each.attempt)).toEqual([4])
    expect((await inbox.shown.places(STREAM)).watched).toBeUndefined()
    expect((await inbox.reading.contents()).shown).toBe(0)
    expect(inbox.inTransaction(() => inbox.take(arrival({ delivery: 'dlv_3' })))).toMatchObject({
      verdict: 'duplicate',
      forward: 'none',
    })
    const deposit = { event: 'deposit.approved', paymentId: 'pay_1' }
    expect(await inbox.reading.findOtherApproval(deposit)).toEqual({
      event: 'payment.approved',
      eventId: 'evt_1',
    })
    keep(inbox, {
      shown: [group('evt_9')],
      approvals: approvals({ paymentId: 'pay_9' }),
      places: { watched: '9' },
    })

    const again = await openInbox(dataDir)
    expect((await again.shown.places(STREAM)).watched).toBe('9')
    expect(await shownBefore(again, ['evt_1', 'evt_9'])).toEqual(new Set(['evt_9']))
    expect((await all(again.reading.approvals())).map(({ paymentId }) => paymentId)).toEqual([
      'pay_1',
      'pay_9',
    ])
    const journal = await Journal.open(dataDir, 'default')
    onTestFinished(() => journal.close())
    expect(journal.unresolved()).toMatchObject([{ idempotencyKey: KEY, attempts: 3, inDoubt: true }])
  })
})

describe('a state of version 8, with what tails without a cursor have shown', () => {
  it('keeps only what others have shown', async () => {
    const dataDir = temporaryFolder()
    show(await openInbox(dataDir), 'evt_1')
    const database = new DatabaseSync(fileOf(dataDir, 'default', 'state.db'))
    database.exec(`
      ALTER TABLE shown ADD COLUMN saving INTEGER NOT NULL DEFAULT 1;
      INSERT INTO shown (id, saving, shown_at, ids) VALUES (7, 0, '${AT}', '
"evt_2"
');
      INSERT INTO shown_ids (event_hash, shown_id) VALUES (${hashOf('evt_2')}, 7);
      PRAGMA user_version = 8;
    `)
    database.close()
    const inbox = await openInbox(dataDir)
    expect(await shownBefore(inbox, ['evt_1', 'evt_2'])).toEqual(new Set(['evt_1']))
    expect((await inbox.reading.contents()).shown).toBe(1)
  })
})

const KEY = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

/** The state as version 2 kept it: creations and deliveries. */
function makeVersion2(dataDir: string): void {
  const profile = join(dataDir, 'profiles', 'default')
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(profile, 'state.db'))
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE creations (
      id INTEGER PRIMARY KEY, idempotency_key TEXT NOT NULL, base_url TEXT NOT NULL,
      key_fingerprint TEXT NOT NULL, body BLOB NOT NULL, created_at TEXT NOT NULL, in_doubt INTEGER NOT NULL,
      attempts INTEGER NOT NULL, outcome TEXT, payment_id TEXT, resolved_at TEXT
    ) STRICT;
    CREATE INDEX creations_by_key ON creations (idempotency_key);
    CREATE INDEX creations_unresolved ON creations (id) WHERE outcome IS NULL;
    CREATE TABLE deliveries (
      id INTEGER PRIMARY KEY,
      channel TEXT NOT NULL CHECK (channel IN ('webhook', 'realtime')),
      delivery TEXT NOT NULL, event TEXT NOT NULL, event_id TEXT, payment_id TEXT,
      received_at TEXT NOT NULL, headers TEXT NOT NULL, body BLOB NOT NULL,
      forward TEXT NOT NULL CHECK (forward IN ('none', 'pending', 'done')),
      attempts INTEGER NOT NULL DEFAULT 0, last_status INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX deliveries_by_delivery ON deliveries (delivery);
    CREATE INDEX deliveries_by_event ON deliveries (event_id);
    CREATE INDEX deliveries_by_payment ON deliveries (payment_id) WHERE event = 'deposit.approved';
    CREATE INDEX deliveries_pending ON deliveries (id) WHERE forward = 'pending';
    INSERT INTO creations VALUES
      (1, '${KEY}', 'https://example.com/api/v1', '0123456789abcdef',
       CAST('{"amount":10.5}' AS BLOB), '${AT}', 1, 3, NULL, NULL, NULL);
    INSERT INTO deliveries VALUES
      (1, 'webhook', 'dlv_1', 'payment.approved', 'evt_1', 'pay_1', '${AT}', '',
       CAST('{"a":1}' AS BLOB), 'done', 1, 200),
      (2, 'webhook', 'dlv_2', 'payment.created', 'evt_2', 'pay_2', '${AT}', 'A\nb',
       CAST('{"a":2}' AS BLOB), 'pending', 3, 500);
    PRAGMA user_version = 2;
  `)
  database.close()
}

/** The state as version 1 kept it: only creations. */
function makeVersion1(dataDir: string): void {
  const profile = join(dataDir, 'profiles', 'default')
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(profile, 'state.db'))
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE creations (
      id INTEGER PRIMARY KEY,
      idempotency_key TEXT NOT NULL,
      base_url TEXT NOT NULL,
      key_fingerprint TEXT NOT NULL,
      body BLOB NOT NULL,
      created_at TEXT NOT NULL,
      in_doubt INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      outcome TEXT,
      payment_id TEXT,
      resolved_at TEXT
    ) STRICT;
    CREATE INDEX creations_by_key ON creations (idempotency_key);
    CREATE INDEX creations_unresolved ON creations (id) WHERE outcome IS NULL;
    INSERT INTO creations VALUES
      (1, '0b7f7f2e-6f0e-4a55-9d8a-1d9b0c6f2a11', 'https://example.com/api/v1', '0123456789abcdef',
       CAST('{"amount":7}' AS BLOB), '${AT}', 0, 1, 'created', 'pay_1', '${AT}'),
      (2, '${KEY}', 'https://example.com/api/v1', '0123456789abcdef',
       CAST('{"amount":10.5}' AS BLOB), '${AT}', 1, 3, NULL, NULL, NULL);
    PRAGMA user_version = 1;
  `)
  database.close()
}
