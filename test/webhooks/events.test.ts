import { describe, expect, it } from 'vitest'
import { DOCUMENTED_TYPES, deliveryHeaders } from '#contract/delivery.ts'
import { isPaymentEvent, isPaymentResponse } from '#contract/generated/validators.js'
import { centavos, fromReais } from '#contract/money.ts'
import { testEvent } from '#webhooks/events.ts'

const nowMs = Date.parse('2026-03-10T12:00:00.000Z')
const PAYMENT_TYPES = DOCUMENTED_TYPES.filter(type => type.startsWith('payment.'))

describe.each(PAYMENT_TYPES)('%s', type => {
  it.each([1, 2, 99, 1050, 100_000])('is an event of the contract, for %i centavos', amount => {
    const event = testEvent(type, { nowMs, amount: centavos(amount) })
    expect(isPaymentEvent(event)).toBe(true)
    // Its data has all fields of a payment except the Pix code.
    expect(isPaymentResponse({ data: { ...event.data, pixCode: null } })).toBe(true)
    const { requestedAmount, fee, netAmount } = event.data as Record<string, number>
    expect(fromReais(requestedAmount!)).toBe(amount)
    expect(fromReais(event.data.amount as number)).toBe(amount)
    expect(fromReais(netAmount!)! + fromReais(fee!)!).toBe(amount)
    expect(netAmount).toBeGreaterThan(0)
  })

  it('has only ids that begin with pixctl_test_', () => {
    const { id, storeId, data } = testEvent(type, { nowMs })
    for (const each of [id, storeId, data.id, data.paymentId]) expect(each).toMatch(/^pixctl_test_\w+$/)
    expect(data.id).toBe(data.paymentId)
  })
})

it.each([
  ['payment.created', 'PENDING', null, '12:30'],
  ['payment.approved', 'PAID', '2026-03-10T12:00:00.000Z', '12:28'],
  ['payment.expired', 'EXPIRED', null, '12:00'],
  ['payment.failed', 'FAILED', null, '12:28'],
])('%s is %s, with times that fit', (type, status, paidAt, expires) => {
  const { createdAt, data } = testEvent(type, { nowMs })
  expect(createdAt).toBe('2026-03-10T12:00:00.000Z')
  expect(data).toMatchObject({ status, paidAt, expiresAt: `2026-03-10T${expires}:00.000Z` })
  expect(Date.parse(data.expiresAt as string) - Date.parse(data.createdAt as string)).toBe(30 * 60_000)
})

it('deposit.approved has the shape of the wallet form', () => {
  const { data } = testEvent('deposit.approved', { nowMs, amount: centavos(1050) })
  expect(data).toEqual({
    paymentId: expect.stringMatching(/^pixctl_test_dep_/),
    source: 'wallet',
    status: 'PAID',
    amount: 10.5,
    netAmount: 10.5,
    currency: 'BRL',
    paidAt: '2026-03-10T12:00:00.000Z',
    createdAt: '2026-03-10T12:00:00.000Z',
  })
})

it('a delivery has the headers of docs/service.md, 6.2, and no signature if it has none', () => {
  expect(deliveryHeaders('payment.approved', { id: 'd', signature: 't=1,v1=00' })).toEqual([
    ...['Content-Type', 'application/json'],
    ...['X-Service-Event', 'payment.approved'],
    ...['X-Service-Delivery', 'd'],
    ...['X-Service-Signature', 't=1,v1=00'],
  ])
  expect(deliveryHeaders('payment.approved', { id: 'd', signature: null })).not.toContain(
    'X-Service-Signature',
  )
})
