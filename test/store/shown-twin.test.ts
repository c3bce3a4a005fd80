/** Another event of the same charge, found among what the realtime channel has shown. */

import { describe, expect, it } from 'vitest'
import type { ShownEvent } from '../../src/store/shown.ts'
import { openInbox } from './arrivals.ts'
import { group, HARD, keep, show, shownEvent } from './showing.ts'

describe('the twin of what was shown', () => {
  const payment = (over: Partial<ShownEvent> = {}) =>
    shownEvent({ id: 'evt_p', type: 'payment.approved', ...over })
  const deposit = (over: Partial<ShownEvent> = {}) =>
    shownEvent({ id: 'evt_d', type: 'deposit.approved', ...over })
  const PAYMENT = { event: 'payment.approved', eventId: 'evt_p' }
  const DEPOSIT = { event: 'deposit.approved', eventId: 'evt_d' }

  it('is a deposit of a payment, and a payment of a deposit', async () => {
    const inbox = await openInbox()
    show(inbox, 'evt_1', payment(), 'evt_2')
    expect(inbox.shown.twinOf('deposit.approved', 'pay_1')).toEqual(PAYMENT)
    expect(inbox.shown.twinOf('payment.approved', 'pay_1')).toBeNull()
    show(inbox, 'evt_3', deposit())
    expect(inbox.shown.twinOf('payment.approved', 'pay_1')).toEqual(DEPOSIT)
    show(inbox, deposit())
    expect(inbox.shown.twinOf('payment.approved', 'pay_1')).toEqual(DEPOSIT)
    for (const event of ['payment.approved', 'deposit.approved']) {
      expect(inbox.shown.twinOf(event, 'pay_')).toBeNull()
      expect(inbox.shown.twinOf(event, 'pay_10')).toBeNull()
    }
  })

  it('is not hidden by a newer event of a charge whose id begins with its own', async () => {
    const inbox = await openInbox()
    show(inbox, payment())
    show(inbox, payment({ id: 'evt_10', paymentId: 'pay_10' }))
    expect(inbox.shown.twinOf('deposit.approved', 'pay_1')).toEqual(PAYMENT)
  })

  it('has the charge of another, not its mere name', async () => {
    const inbox = await openInbox()
    show(
      ...[inbox, payment({ paymentId: null }), deposit({ paymentId: null })],
      ...[payment({ type: 'x.payment.approved' }), deposit({ type: 'deposit.approved.x' })],
      payment({ id: 'pay_1', type: 'pay_1', paymentId: 'payment.approved' }),
      payment({ id: '","payment.approved","pay_1"]', type: 'x', paymentId: '","payment.approved","pay_1"]' }),
    )
    expect(inbox.shown.twinOf('deposit.approved', 'pay_1')).toBeNull()
    expect(inbox.shown.twinOf('payment.approved', 'pay_1')).toBeNull()
    expect(inbox.shown.twinOf('deposit.approved', 'null')).toBeNull()
  })

  it.each(HARD.filter(text => !/\p{Surrogate}/u.test(text)))('may be of the charge %j', async paymentId => {
    const inbox = await openInbox()
    const id = `"${paymentId}\\`
    show(inbox, 'evt_1', payment({ paymentId, id }), deposit({ paymentId, id }))
    expect(inbox.shown.twinOf('deposit.approved', paymentId)?.eventId).toBe(id)
    expect(inbox.shown.twinOf('payment.approved', paymentId)?.eventId).toBe(id)
    expect(inbox.shown.twinOf('deposit.approved', `${paymentId}x`)).toBeNull()
  })

  it('is a deposit however old, and a payment of the latest 2000 groups', async () => {
    const inbox = await openInbox()
    show(inbox, deposit(), payment())
    keep(inbox, { shown: Array(1999).fill(group('evt_1')) })
    expect(inbox.shown.twinOf('deposit.approved', 'pay_1')).toEqual(PAYMENT)
    show(inbox, 'evt_2')
    expect(inbox.shown.twinOf('deposit.approved', 'pay_1')).toBeNull()
    expect(inbox.shown.twinOf('payment.approved', 'pay_1')).toEqual(DEPOSIT)
  })
})
