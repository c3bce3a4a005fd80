import { describe, expect, it } from 'vitest'
import {
  isCreatePayment,
  isError,
  isPaymentEvent,
  isPaymentListResponse,
  isPaymentResponse,
  isStatusResponse,
} from '#contract/generated/validators.js'
import { paymentBody } from '../support/service.ts'

describe('a creation (2.2)', () => {
  it.each([
    { amount: 0.01 },
    { amount: 1000 },
    { amount: 0.07 },
    { amount: 10, currency: 'BRL', description: '', passFee: true, validityMinutes: 10080 },
    { amount: 10, description: '😀'.repeat(80) },
  ])('takes %j', body => {
    expect(isCreatePayment(body)).toBe(true)
  })

  it.each([
    {},
    { amount: 0 },
    { amount: -1 },
    { amount: 1000.01 },
    { amount: '10' },
    { amount: null },
    { amount: 10, currency: 'USD' },
    { amount: 10, description: 'x'.repeat(81) },
    { amount: 10, description: null },
    { amount: 10, passFee: 'true' },
    { amount: 10, validityMinutes: 31 },
    { amount: 10, validityMinutes: '30' },
    { amount: 10, storeId: 'mine' },
    { amount: 10, fee: 0 },
    [],
    null,
    'text',
  ])('refuses %j', body => {
    expect(isCreatePayment(body)).toBe(false)
  })
})

describe('a charge (2.1)', () => {
  it.each([
    ...['2026-11-20T14:03:22Z', '2026-11-20T14:03:22.123Z'],
    ...['2026-11-20T11:03:22-03:00', '2026-11-20T11:03:22.1-0300'],
  ])('takes the time %s', createdAt => {
    expect(isPaymentResponse({ data: paymentBody({ createdAt }) })).toBe(true)
  })

  it.each([
    ...['', 'yesterday', '2026-11-20', '2026-13-20T14:03:22Z', '2026-11-20T25:03:22Z', '2026-11-20T14:03:22'],
  ])('refuses the time %j', createdAt => {
    expect(isPaymentResponse({ data: paymentBody({ createdAt }) })).toBe(false)
  })

  it('needs every field but qrCode', () => {
    const whole = paymentBody()
    for (const field of Object.keys(whole)) {
      const { [field]: _left, ...rest } = whole
      expect(isPaymentResponse({ data: rest }), field).toBe(field === 'qrCode')
    }
  })
})

it('a page needs its pagination', () => {
  expect(isPaymentListResponse({ data: [], pagination: { page: 1, limit: 50, total: 0 } })).toBe(true)
  expect(isPaymentListResponse({ data: [] })).toBe(false)
  expect(isPaymentListResponse({ data: [], pagination: { page: 1, limit: 50, total: -1 } })).toBe(false)
})

it('a status never allows withdrawals', () => {
  const status = {
    authenticated: true,
    permissions: ['payments:read', 'some:new'],
    withdrawalsEnabled: false,
  }
  expect(isStatusResponse({ data: status })).toBe(true)
  expect(isStatusResponse({ data: { ...status, withdrawalsEnabled: true } })).toBe(false)
  expect(isStatusResponse({ data: { ...status, authenticated: false } })).toBe(false)
})

it('an error needs its text', () => {
  expect(isError({ error: 'x' })).toBe(true)
  expect(isError({ error: 'x', code: 'y', more: 1 })).toBe(true)
  expect(isError({ code: 'y' })).toBe(false)
})

it('an event is of source api', () => {
  const event = {
    id: 'evt_1',
    type: 'payment.approved',
    createdAt: '2026-11-20T14:03:22Z',
    storeId: 'store_1',
    data: { paymentId: 'pay_1', source: 'api', status: 'PAID' },
  }
  expect(isPaymentEvent(event)).toBe(true)
  expect(isPaymentEvent({ ...event, data: { ...event.data, source: 'form' } })).toBe(false)
  expect(isPaymentEvent({ ...event, type: 'payment.refunded' })).toBe(false)
})
