/** Approvals that the realtime channel has brought: for the marks of a second approval, and beside those of deliveries. */

import { describe, expect, it } from 'vitest'
import type { Arrival, ChannelApproval } from '../../src/store/inbox/inbox.ts'
import type { InboxFile } from '../../src/store/inbox/sqlite/inbox-file.ts'
import { cpuMs } from '../support/cpu.ts'
import { volume } from '../support/volume.ts'
import { AT, arrival, openInbox } from './arrivals.ts'
import { addApprovals, approval, approvals, DIFFICULT_TEXTS, group, keep } from './showing.ts'

const take = (inbox: InboxFile, over: Partial<Arrival> = {}) =>
  inbox.inTransaction(() => inbox.take(arrival({ event: 'payment.approved', ...over })))

describe('another approval among what the realtime channel has brought', () => {
  const payment = approval
  const deposit = (over: Partial<ChannelApproval> = {}) =>
    approval({ event: 'deposit.approved', eventId: 'evt_d', ...over })
  const PAYMENT = { event: 'payment.approved', eventId: 'evt_p' }
  const DEPOSIT = { event: 'deposit.approved', eventId: 'evt_d' }
  const ofDeposit = (inbox: InboxFile, paymentId = 'pay_1') =>
    inbox.findOtherApproval({ event: 'deposit.approved', paymentId })
  const ofPayment = (inbox: InboxFile, paymentId = 'pay_1') =>
    inbox.findOtherApproval({ event: 'payment.approved', paymentId })

  it('is a deposit of a payment, and a payment of a deposit', async () => {
    const inbox = await openInbox()
    addApprovals(inbox, payment())
    expect(ofDeposit(inbox)).toEqual(PAYMENT)
    expect(ofPayment(inbox)).toBeNull()
    addApprovals(inbox, deposit())
    expect(ofPayment(inbox)).toEqual(DEPOSIT)
    addApprovals(inbox, deposit())
    expect(ofPayment(inbox)).toEqual(DEPOSIT)
    for (const findOtherApproval of [ofDeposit, ofPayment]) {
      expect(findOtherApproval(inbox, 'pay_')).toBeNull()
      expect(findOtherApproval(inbox, 'pay_10')).toBeNull()
    }
  })

  it('is not hidden by a newer event of a charge whose id begins with its own', async () => {
    const inbox = await openInbox()
    addApprovals(inbox, payment(), payment({ eventId: 'evt_10', paymentId: 'pay_10' }))
    expect(ofDeposit(inbox)).toEqual(PAYMENT)
  })

  it('has its charge, not its mere name, and may have no id', async () => {
    const inbox = await openInbox()
    addApprovals(inbox, payment({ eventId: 'pay_1', paymentId: 'payment.approved' }))
    expect(ofDeposit(inbox)).toBeNull()
    addApprovals(inbox, payment({ eventId: null }), deposit({ eventId: null }))
    expect(ofDeposit(inbox)).toEqual({ ...PAYMENT, eventId: null })
    expect(ofPayment(inbox)).toEqual({ ...DEPOSIT, eventId: null })
  })

  it.each(DIFFICULT_TEXTS.filter(text => !/\p{Surrogate}/u.test(text)))(
    'may be of the charge %j',
    async paymentId => {
      const inbox = await openInbox()
      const eventId = `"${paymentId}\\`
      addApprovals(inbox, payment({ paymentId, eventId }), deposit({ paymentId, eventId }))
      expect(ofDeposit(inbox, paymentId)?.eventId).toBe(eventId)
      expect(ofPayment(inbox, paymentId)?.eventId).toBe(eventId)
      expect(ofDeposit(inbox, `${paymentId}x`)).toBeNull()
    },
  )

  it('is a deposit however old, and a payment of the latest 2000 lists', async () => {
    const inbox = await openInbox()
    addApprovals(inbox, deposit(), payment())
    const other = approvals({ paymentId: 'pay_9' })
    keep(inbox, { approvals: Array(1999).fill(other).flat() })
    for (let n = 0; n < 10; n++) addApprovals(inbox, deposit({ paymentId: 'pay_10' }))
    expect(ofDeposit(inbox)).toEqual(PAYMENT)
    keep(inbox, { approvals: other })
    expect(ofDeposit(inbox)).toBeNull()
    expect(ofPayment(inbox)).toEqual(DEPOSIT)
  })

  it('is a payment of the latest mebibyte, at every place of its list', async () => {
    const inbox = await openInbox()
    addApprovals(inbox, payment({ paymentId: 'pay_9' }), payment(), payment({ paymentId: 'pay_10' }))
    const half = payment({ paymentId: 'x'.repeat(512 * 1024) })
    addApprovals(inbox, half)
    expect(ofDeposit(inbox)).toEqual(PAYMENT)
    addApprovals(inbox, half)
    expect(ofDeposit(inbox)).toBeNull()
  })

  it('is found as quickly when much was shown', async () => {
    const inbox = await openInbox()
    const ids = Array.from({ length: 500 }, (_, n) => `evt_${n}_${'x'.repeat(100)}`)
    const groups = volume(1000, 300)
    const brought = ids.map(id => ({ eventId: id, paymentId: id }))
    keep(inbox, {
      shown: Array(groups).fill(group(...ids)),
      approvals: Array(groups)
        .fill(approvals(...brought))
        .flat(),
    })
    ofDeposit(inbox)
    const start = cpuMs()
    for (let n = 0; n < 10; n++) ofDeposit(inbox)
    expect(cpuMs() - start).toBeLessThan(100)
  })
})

describe('approvals', () => {
  it('are those of deliveries and those of the realtime channel, with what they say alike', async () => {
    const inbox = await openInbox()
    const wallet = { source: 'wallet', amount: 1, netAmount: 0.1 + 0.2 }
    const silent = { source: null, amount: null, netAmount: null }
    addApprovals(inbox, approval({ paymentId: 'pay "1"\\', ...wallet }))
    addApprovals(inbox, approval({ event: 'deposit.approved', eventId: null, paymentId: '0010', ...silent }))
    const later = '2026-03-11T12:00:00.000Z'
    keep(inbox, { at: later, approvals: approvals({ eventId: '12' }), saving: false })
    const bodyOf = (data: unknown) => Buffer.from(JSON.stringify({ id: 'evt_1', data }))
    take(inbox, { body: bodyOf({ paymentId: 'pay_1', ...wallet }) })
    take(inbox, { delivery: 'rt_1', channel: 'realtime', event: 'deposit.approved', body: bodyOf(silent) })
    const [delivered, forwarded, ...brought] = [...inbox.approvals()].map(each => ({ ...each }))
    const came = { event: 'payment.approved', eventId: 'evt_1', paymentId: 'pay_1', receivedAt: AT }
    expect(delivered).toEqual({ ...came, delivery: 'dlv_1', ...wallet })
    expect(forwarded).toEqual({ ...came, event: 'deposit.approved', delivery: 'rt_1', ...silent })
    expect(brought).toEqual([
      { ...came, delivery: null, eventId: 'evt_p', paymentId: 'pay "1"\\', ...wallet },
      { ...came, delivery: null, event: 'deposit.approved', eventId: null, paymentId: '0010', ...silent },
      { ...approval({ eventId: '12' }), delivery: null, receivedAt: later },
    ])
  })

  it.each([
    ['no data', '{"id":"evt_1"}'],
    ['data of null', '{"data":null}'],
    ['data that is a text', '{"data":"source"}'],
    ['no amounts', '{"data":{"paymentId":"pay_1"}}'],
    ['amounts that are no numbers', '{"data":{"amount":"1","netAmount":null,"source":7}}'],
    ['a body that is null', 'null'],
    ['a body that is no JSON', ''],
  ])('say nothing with %s', async (_name, body) => {
    const inbox = await openInbox()
    take(inbox, { body: Buffer.from(body) })
    expect([...inbox.approvals()]).toMatchObject([{ source: null, amount: null, netAmount: null }])
  })

  it('keep every digit of an amount', async () => {
    const inbox = await openInbox()
    const amounts = [
      0,
      10.39,
      0.1 + 0.2,
      1e21,
      5e-324,
      Number.MAX_VALUE,
      123456789.01,
      Number.MAX_SAFE_INTEGER,
    ]
    addApprovals(inbox, ...amounts.map(amount => approval({ amount, netAmount: amount })))
    const found = [...inbox.approvals()]
    expect(found.map(({ amount }) => amount)).toEqual(amounts)
    expect(found.map(({ netAmount }) => netAmount)).toEqual(amounts)
  })
})
