/** Approvals that the realtime channel has brought: for the marks of a second approval, and beside those of deliveries. */

import { describe, expect, it } from 'vitest'
import type { Arrival, ChannelApproval, Inbox } from '#inbox/inbox.ts'
import { AT, arrival } from './arriving.ts'
import { describeEngines } from './engines.ts'
import { addApprovals, all, keep } from './keeping.ts'
import { approval, approvals, DIFFICULT_TEXTS } from './showing.ts'

describeEngines(({ open }) => {
  const take = (inbox: Inbox, over: Partial<Arrival> = {}) =>
    inbox.writing.insert(arrival({ event: 'payment.approved', ...over }))

  describe('another approval among what the realtime channel has brought', () => {
    const payment = approval
    const deposit = (over: Partial<ChannelApproval> = {}) =>
      approval({ event: 'deposit.approved', eventId: 'evt_d', ...over })
    const PAYMENT = { event: 'payment.approved', eventId: 'evt_p' }
    const DEPOSIT = { event: 'deposit.approved', eventId: 'evt_d' }
    const ofDeposit = (inbox: Inbox, paymentId = 'pay_1') =>
      inbox.reading.findOtherApproval({ event: 'deposit.approved', paymentId })
    const ofPayment = (inbox: Inbox, paymentId = 'pay_1') =>
      inbox.reading.findOtherApproval({ event: 'payment.approved', paymentId })

    it('is a deposit of a payment, and a payment of a deposit', async () => {
      const inbox = await open()
      await addApprovals(inbox, payment())
      expect(await ofDeposit(inbox)).toEqual(PAYMENT)
      expect(await ofPayment(inbox)).toBeNull()
      await addApprovals(inbox, deposit())
      expect(await ofPayment(inbox)).toEqual(DEPOSIT)
      await addApprovals(inbox, deposit())
      expect(await ofPayment(inbox)).toEqual(DEPOSIT)
      for (const findOtherApproval of [ofDeposit, ofPayment]) {
        expect(await findOtherApproval(inbox, 'pay_')).toBeNull()
        expect(await findOtherApproval(inbox, 'pay_10')).toBeNull()
      }
    })

    it('is not hidden by a newer event of a charge whose id begins with its own', async () => {
      const inbox = await open()
      await addApprovals(inbox, payment(), payment({ eventId: 'evt_10', paymentId: 'pay_10' }))
      expect(await ofDeposit(inbox)).toEqual(PAYMENT)
    })

    it('has its charge, not its mere name, and may have no id', async () => {
      const inbox = await open()
      await addApprovals(inbox, payment({ eventId: 'pay_1', paymentId: 'payment.approved' }))
      expect(await ofDeposit(inbox)).toBeNull()
      await addApprovals(inbox, payment({ eventId: null }), deposit({ eventId: null }))
      expect(await ofDeposit(inbox)).toEqual({ ...PAYMENT, eventId: null })
      expect(await ofPayment(inbox)).toEqual({ ...DEPOSIT, eventId: null })
    })

    it('may be of a charge with any id', async () => {
      for (const paymentId of DIFFICULT_TEXTS.filter(text => !/\p{Surrogate}/u.test(text))) {
        const inbox = await open()
        await addApprovals(inbox, payment({ paymentId }), deposit({ paymentId }))
        expect(await ofDeposit(inbox, paymentId)).toEqual(PAYMENT)
        expect(await ofPayment(inbox, paymentId)).toEqual(DEPOSIT)
        expect(await ofDeposit(inbox, `${paymentId}x`)).toBeNull()
      }
    })

    it('is a deposit, and a payment, that came before many others', async () => {
      const inbox = await open()
      await addApprovals(inbox, deposit(), payment())
      const other = approvals({ paymentId: 'pay_9' })
      await keep(inbox, { approvals: Array(1999).fill(other).flat() })
      for (let n = 0; n < 10; n++) await addApprovals(inbox, deposit({ paymentId: 'pay_10' }))
      expect(await ofDeposit(inbox)).toEqual(PAYMENT)
      expect(await ofPayment(inbox)).toEqual(DEPOSIT)
    })
  })

  describe('approvals', () => {
    it('are those of deliveries and those of the realtime channel, with what they say alike', async () => {
      const inbox = await open()
      const wallet = { source: 'wallet', amount: 1, netAmount: 0.1 + 0.2 }
      const silent = { source: null, amount: null, netAmount: null }
      await addApprovals(inbox, approval({ paymentId: 'pay "1"\\', ...wallet }))
      await addApprovals(
        inbox,
        approval({ event: 'deposit.approved', eventId: null, paymentId: '0010', ...silent }),
      )
      const later = '2026-03-11T12:00:00.000Z'
      await keep(inbox, { at: later, approvals: approvals({ eventId: '12' }), saving: false })
      const bodyOf = (data: unknown) => Buffer.from(JSON.stringify({ id: 'evt_1', data }))
      await take(inbox, { body: bodyOf({ paymentId: 'pay_1', ...wallet }) })
      await take(inbox, {
        delivery: 'rt_1',
        channel: 'realtime',
        event: 'deposit.approved',
        body: bodyOf(silent),
      })
      const [delivered, forwarded, ...brought] = (await all(inbox.reading.approvals())).map(each => ({
        ...each,
      }))
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
      const inbox = await open()
      await take(inbox, { body: Buffer.from(body) })
      expect(await all(inbox.reading.approvals())).toMatchObject([
        { source: null, amount: null, netAmount: null },
      ])
    })

    it('keep every digit of an amount', async () => {
      const inbox = await open()
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
      await addApprovals(inbox, ...amounts.map(amount => approval({ amount, netAmount: amount })))
      const found = await all(inbox.reading.approvals())
      expect(found.map(({ amount }) => amount)).toEqual(amounts)
      expect(found.map(({ netAmount }) => netAmount)).toEqual(amounts)
    })
  })
})
