import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Inbox } from '../../src/store/inbox.ts'
import { Journal } from '../../src/store/journal.ts'
import {
  AT,
  arrival,
  attempt,
  folder,
  OTHER,
  OTHER_BYTES,
  openInbox,
  STORE_A,
  STORE_B,
  TAIL,
  take,
  WATCHED,
} from './arrivals.ts'

describe('an arrival', () => {
  it('is kept as it came, byte by byte', async () => {
    const dataDir = folder()
    const body = Buffer.from([0, 0x7b, 0xff, 0xc3, 0xa9, 0x0a])
    const headers = 'X-Service-Event\npayment.created\nX-Empty\n\nX-Latin\né'
    take(await openInbox(dataDir), { body, headers })
    expect((await openInbox(dataDir)).find('dlv_1')).toEqual({
      id: 1,
      channel: 'webhook',
      delivery: 'dlv_1',
      given: 'dlv_1',
      event: 'payment.created',
      eventId: 'evt_1',
      paymentId: 'pay_1',
      receivedAt: AT,
      headers,
      body,
      forward: 'pending',
      attempts: 0,
      lastStatus: null,
    })
  })

  it('may be empty, and of an event without an id', async () => {
    const inbox = await openInbox()
    take(inbox, { body: Buffer.alloc(0), headers: '', eventId: null, paymentId: null })
    expect(inbox.find('dlv_1')).toMatchObject({ body: Buffer.alloc(0), eventId: null, paymentId: null })
  })

  it('is not kept when what it was taken together with fails', async () => {
    const inbox = await openInbox()
    const work = () => {
      inbox.take(arrival())
      throw new Error('halfway')
    }
    expect(() => inbox.together(work)).toThrow('halfway')
    expect(inbox.find('dlv_1')).toBeNull()
  })
})

describe('two events that approve the same charge', () => {
  const PAYMENT = { event: 'payment.approved', delivery: 'dlv_p', eventId: 'evt_p' }
  const DEPOSIT = { event: 'deposit.approved', delivery: 'dlv_d', eventId: 'evt_d' }

  it.each([
    ['the deposit second', PAYMENT, DEPOSIT, { event: 'payment.approved', eventId: 'evt_p' }],
    ['the payment second', DEPOSIT, PAYMENT, { event: 'deposit.approved', eventId: 'evt_d' }],
    [
      'a deposit without an id first',
      { ...DEPOSIT, eventId: null },
      PAYMENT,
      { event: 'deposit.approved', eventId: null },
    ],
    [
      'a deposit without an id second',
      PAYMENT,
      { ...DEPOSIT, eventId: null },
      { event: 'payment.approved', eventId: 'evt_p' },
    ],
    ['two of one kind', PAYMENT, { ...PAYMENT, delivery: 'dlv_2', eventId: 'evt_2' }, null],
    ['the same event under another delivery id', PAYMENT, { ...PAYMENT, delivery: 'dlv_2' }, null],
    ['the first again', PAYMENT, PAYMENT, null],
    ['another charge', PAYMENT, { ...DEPOSIT, paymentId: 'pay_2' }, null],
    ['a charge that is not named', { ...PAYMENT, paymentId: null }, { ...DEPOSIT, paymentId: null }, null],
    ['an event that approves nothing', PAYMENT, { event: 'payment.created', delivery: 'dlv_c' }, null],
    ['an approval after one that approves nothing', { event: 'payment.created' }, PAYMENT, null],
  ])('are told of: %s', async (_name, first, second, otherApproval) => {
    const inbox = await openInbox()
    take(inbox, first)
    expect(take(inbox, second).otherApproval).toEqual(otherApproval)
  })

  it('are both to be forwarded: whoever takes them has to tell', async () => {
    const inbox = await openInbox()
    take(inbox, PAYMENT)
    attempt(inbox, 'dlv_p', 200)
    expect(take(inbox, DEPOSIT)).toMatchObject({ verdict: 'accepted', forward: 'pending' })
  })

  it('are told of on a resend, too', async () => {
    const inbox = await openInbox()
    take(inbox, PAYMENT)
    take(inbox, DEPOSIT)
    expect(take(inbox, PAYMENT).otherApproval).toEqual({ event: 'deposit.approved', eventId: 'evt_d' })
  })
})

describe('what is pending', () => {
  it('comes in the order of arrival', async () => {
    const inbox = await openInbox()
    for (const n of [1, 2, 3]) take(inbox, { delivery: `dlv_${n}`, eventId: `evt_${n}` })
    const order: string[] = []
    for (let head = inbox.nextPending(); head; head = inbox.nextPending()) {
      order.push(head.delivery)
      attempt(inbox, head.delivery, 200)
    }
    expect(order).toEqual(['dlv_1', 'dlv_2', 'dlv_3'])
    expect(inbox.countPending()).toBe(0)
  })

  it('stays at the head until a 2xx, and counts its attempts', async () => {
    const inbox = await openInbox()
    take(inbox)
    take(inbox, { ...OTHER, eventId: 'evt_2' })
    for (const status of [500, null, 302]) attempt(inbox, 'dlv_1', status)
    expect(inbox.nextPending()).toMatchObject({ delivery: 'dlv_1', attempts: 3, lastStatus: 302 })
    attempt(inbox, 'dlv_1', null)
    expect(inbox.find('dlv_1')).toMatchObject({ attempts: 4, lastStatus: null, forward: 'pending' })
    expect(inbox.countPending()).toBe(2)
  })

  it('is done with its event, wherever else that is pending', async () => {
    const inbox = await openInbox()
    take(inbox, WATCHED)
    take(inbox, OTHER)
    // A replay of the one that was only watched.
    attempt(inbox, 'dlv_1', 200)
    expect(inbox.find('dlv_2')).toMatchObject({ forward: 'done', attempts: 0 })
    expect(inbox.nextPending()).toBeNull()
  })

  it('is not done with the event of another secret that has the same id', async () => {
    const inbox = await openInbox()
    take(inbox, STORE_A)
    take(inbox, { ...OTHER, ...STORE_B, ...OTHER_BYTES })
    attempt(inbox, 'dlv_1', 200)
    expect(inbox.nextPending()?.delivery).toBe('dlv_2')
    expect(inbox.isPending('dlv_1')).toBe(false)
    expect(inbox.isPending('dlv_2')).toBe(true)
  })

  it('leaves those without an event id alone', async () => {
    const inbox = await openInbox()
    take(inbox, { eventId: null })
    take(inbox, { ...OTHER, eventId: null })
    attempt(inbox, 'dlv_1', 200)
    expect(inbox.nextPending()?.delivery).toBe('dlv_2')
  })

  it('stays done, whatever a later replay is answered', async () => {
    const inbox = await openInbox()
    take(inbox)
    attempt(inbox, 'dlv_1', 200)
    attempt(inbox, 'dlv_1', 500)
    expect(inbox.find('dlv_1')).toMatchObject({ forward: 'done', attempts: 2, lastStatus: 500 })
  })

  it('is none of what was watched, though a replay of it failed', async () => {
    const inbox = await openInbox()
    take(inbox, WATCHED)
    attempt(inbox, 'dlv_1', 500)
    expect(inbox.find('dlv_1')?.forward).toBe('none')
  })
})

describe('the list of deliveries', () => {
  it('is newest first, limited, and without bodies', async () => {
    const inbox = await openInbox()
    for (const n of [1, 2, 3]) take(inbox, { delivery: `dlv_${n}`, eventId: `evt_${n}` })
    const listed = [...inbox.deliveries(2)]
    expect(listed.map(each => each.delivery)).toEqual(['dlv_3', 'dlv_2'])
    expect(Object.keys(listed[0]!)).not.toContain('body')
    expect(Object.keys(listed[0]!)).not.toContain('headers')
  })

  it('holds what came over either channel', async () => {
    const inbox = await openInbox()
    take(inbox, TAIL)
    take(inbox, { eventId: 'evt_2' })
    expect([...inbox.deliveries(10)].map(each => [each.delivery, each.channel])).toEqual([
      ['dlv_1', 'webhook'],
      ['rt_1', 'realtime'],
    ])
  })

  const forwards = (inbox: Inbox) =>
    Object.fromEntries([...inbox.deliveries(10)].map(({ delivery, forward }) => [delivery, forward]))

  it('says what became of the event, in whatever delivery and over whichever channel', async () => {
    const inbox = await openInbox()
    take(inbox, WATCHED)
    take(inbox, TAIL)
    take(inbox, { ...OTHER, ...WATCHED })
    take(inbox, { delivery: 'dlv_3', eventId: 'evt_3', ...WATCHED })
    take(inbox, { delivery: 'dlv_4', eventId: null, ...WATCHED })
    const others = { dlv_3: 'none', dlv_4: 'none' }
    expect(forwards(inbox)).toEqual({ dlv_1: 'pending', rt_1: 'pending', dlv_2: 'pending', ...others })
    attempt(inbox, 'rt_1', 500)
    expect(forwards(inbox).dlv_1).toBe('pending')
    attempt(inbox, 'rt_1', 200)
    expect(forwards(inbox)).toEqual({ dlv_1: 'done', rt_1: 'done', dlv_2: 'done', ...others })
  })

  it('tells events of two secrets apart that have the same id', async () => {
    const inbox = await openInbox()
    take(inbox, STORE_A)
    take(inbox, { ...OTHER, ...STORE_B, ...OTHER_BYTES })
    attempt(inbox, 'dlv_1', 200)
    expect(forwards(inbox)).toEqual({ dlv_1: 'done', dlv_2: 'pending' })
  })

  it('is as long as is asked for', async () => {
    const inbox = await openInbox()
    inbox.together(() => {
      for (let n = 0; n < 1200; n++) inbox.take(arrival({ delivery: `dlv_${n}`, eventId: `evt_${n}` }))
    })
    for (const limit of [1, 499, 500, 501, 1000, 1200, 5000, Number.MAX_SAFE_INTEGER]) {
      const listed = [...inbox.deliveries(limit)]
      expect(listed).toHaveLength(Math.min(limit, 1200))
      expect(listed[0]?.delivery).toBe('dlv_1199')
    }
  })
})

describe('what is compared with the service', () => {
  it('begins with the first event that came, over either channel', async () => {
    const inbox = await openInbox()
    expect(inbox.firstArrival()).toBeNull()
    take(inbox, { channel: 'realtime', delivery: 'dlv_1', receivedAt: '2026-03-10T12:00:00.000Z' })
    take(inbox, { delivery: 'dlv_2', receivedAt: '2026-03-10T12:00:01.000Z' })
    expect(inbox.firstArrival()).toBe('2026-03-10T12:00:00.000Z')
  })

  it('is every delivery of an approval', async () => {
    const inbox = await openInbox()
    const body = Buffer.from('{"data":{"paymentId":"pay_1","source":"api","amount":10.50}}')
    take(inbox, { delivery: 'dlv_3', event: 'payment.approved', body })
    take(inbox, { delivery: 'dlv_1', event: 'deposit.approved', eventId: null, channel: 'realtime' })
    take(inbox, { delivery: 'dlv_2', event: 'payment.approved' })
    take(inbox, { delivery: 'dlv_4', event: 'payment.expired' })
    take(inbox, { delivery: 'dlv_5', event: 'payment.approved', paymentId: null })
    const approvals = [...inbox.approvals()]
    expect(approvals.map(({ delivery }) => delivery)).toEqual(['dlv_3', 'dlv_1', 'dlv_2'])
    expect({ ...approvals[0] }).toEqual({
      event: 'payment.approved',
      eventId: 'evt_1',
      paymentId: 'pay_1',
      delivery: 'dlv_3',
      receivedAt: AT,
      ...{ source: 'api', amount: 10.5, netAmount: null },
    })
    expect(approvals[1]?.eventId).toBeNull()
  })
})

describe('profiles', () => {
  it('have inboxes of their own', async () => {
    const dataDir = folder()
    take(await openInbox(dataDir, 'a'))
    expect((await openInbox(dataDir, 'b')).find('dlv_1')).toBeNull()
  })
})

describe('the file', () => {
  it('is 0600 in folders of 0700', async () => {
    const dataDir = join(folder(), 'data')
    take(await openInbox(dataDir))
    const modes = readdirSync(dataDir, { recursive: true, withFileTypes: true }).map(entry => [
      entry.name,
      (statSync(join(entry.parentPath, entry.name)).mode & 0o777).toString(8),
    ])
    expect(Object.fromEntries(modes)).toEqual({
      profiles: '700',
      default: '700',
      'state.db': '600',
      'state.db-shm': '600',
      'state.db-wal': '600',
    })
  })

  it('that was made before there was an inbox gets one, and keeps its creations', async () => {
    const dataDir = folder()
    madeBefore(dataDir)
    const inbox = await openInbox(dataDir)
    expect(take(inbox)).toMatchObject({ verdict: 'accepted' })
    const journal = await Journal.open(dataDir, 'default')
    onTestFinished(() => journal.close())
    expect(journal.unresolved()).toMatchObject([
      { idempotencyKey: '7c9e6679-7425-40de-944b-e07fc1f90ae7', attempts: 3, inDoubt: true, createdAt: AT },
    ])
    expect(Buffer.from(journal.unresolved()[0]!.body).toString()).toBe('{"amount":10.5}')
    expect(journal.find('0b7f7f2e-6f0e-4a55-9d8a-1d9b0c6f2a11')).toMatchObject([
      { outcome: 'created', paymentId: 'pay_1' },
    ])
  })
})

/** The state as it was while it held nothing but creations. */
function madeBefore(dataDir: string): void {
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
      (2, '7c9e6679-7425-40de-944b-e07fc1f90ae7', 'https://example.com/api/v1', '0123456789abcdef',
       CAST('{"amount":10.5}' AS BLOB), '${AT}', 1, 3, NULL, NULL, NULL);
    PRAGMA user_version = 1;
  `)
  database.close()
}
