import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { permissionsIn, temporaryFolder } from '../support/folder.ts'
import {
  AT,
  arrival,
  attempt,
  firstPending,
  OTHER,
  OTHER_BYTES,
  openInbox,
  STORE_A,
  STORE_B,
  take,
  WATCHED,
} from './arrivals.ts'

describe('an arrival', () => {
  it('is kept as it came, byte by byte', async () => {
    const dataDir = temporaryFolder()
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

  it('is not kept when its transaction fails', async () => {
    const inbox = await openInbox()
    const work = () => {
      inbox.take(arrival())
      throw new Error('halfway')
    }
    expect(() => inbox.inTransaction(work)).toThrow('halfway')
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
  ])('are found: %s', async (_name, first, second, otherApproval) => {
    const inbox = await openInbox()
    take(inbox, first)
    expect(take(inbox, second).otherApproval).toEqual(otherApproval)
  })

  it('are both forwarded: the target has to recognize them', async () => {
    const inbox = await openInbox()
    take(inbox, PAYMENT)
    attempt(inbox, 'dlv_p', 200)
    expect(take(inbox, DEPOSIT)).toMatchObject({ verdict: 'accepted', forward: 'pending' })
  })

  it('are found on a resend too', async () => {
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
    for (let head = firstPending(inbox); head; head = firstPending(inbox)) {
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
    expect(firstPending(inbox)).toMatchObject({ delivery: 'dlv_1', attempts: 3, lastStatus: 302 })
    attempt(inbox, 'dlv_1', null)
    expect(inbox.find('dlv_1')).toMatchObject({ attempts: 4, lastStatus: null, forward: 'pending' })
    expect(inbox.countPending()).toBe(2)
  })

  it('is done together with its event in every other delivery', async () => {
    const inbox = await openInbox()
    take(inbox, WATCHED)
    take(inbox, OTHER)
    // A replay of the one that was only watched.
    attempt(inbox, 'dlv_1', 200)
    expect(inbox.find('dlv_2')).toMatchObject({ forward: 'done', attempts: 0 })
    expect(firstPending(inbox)).toBeNull()
  })

  it('is not done with the event of another secret that has the same id', async () => {
    const inbox = await openInbox()
    take(inbox, STORE_A)
    take(inbox, { ...OTHER, ...STORE_B, ...OTHER_BYTES })
    attempt(inbox, 'dlv_1', 200)
    expect(firstPending(inbox)?.delivery).toBe('dlv_2')
    expect(inbox.isPending('dlv_1')).toBe(false)
    expect(inbox.isPending('dlv_2')).toBe(true)
  })

  it('does not change those without an event id', async () => {
    const inbox = await openInbox()
    take(inbox, { eventId: null })
    take(inbox, { ...OTHER, eventId: null })
    attempt(inbox, 'dlv_1', 200)
    expect(firstPending(inbox)?.delivery).toBe('dlv_2')
  })

  it('stays done after a later replay that fails', async () => {
    const inbox = await openInbox()
    take(inbox)
    attempt(inbox, 'dlv_1', 200)
    attempt(inbox, 'dlv_1', 500)
    expect(inbox.find('dlv_1')).toMatchObject({ forward: 'done', attempts: 2, lastStatus: 500 })
  })

  it('never includes what was only watched, even after a failed replay', async () => {
    const inbox = await openInbox()
    take(inbox, WATCHED)
    attempt(inbox, 'dlv_1', 500)
    expect(inbox.find('dlv_1')?.forward).toBe('none')
  })
})

describe('profiles', () => {
  it('have separate inboxes', async () => {
    const dataDir = temporaryFolder()
    take(await openInbox(dataDir, 'a'))
    expect((await openInbox(dataDir, 'b')).find('dlv_1')).toBeNull()
  })
})

describe('the file', () => {
  it('is 0600 in folders of 0700', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    take(await openInbox(dataDir))
    expect(permissionsIn(dataDir)).toEqual({
      profiles: '700',
      default: '700',
      'state.db': '600',
      'state.db-shm': '600',
      'state.db-wal': '600',
    })
  })
})
