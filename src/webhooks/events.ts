/**
 * Test events for `webhook trigger` and `webhook check`. Every member is realistic, but the made-up ids begin with
 * `pixctl_test_`, so no charge and no order can have them.
 */

import { randomBytes } from 'node:crypto'
import { DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER } from '#contract/delivery.ts'
import type { PaymentEventData, PaymentStatus } from '#contract/generated/types.ts'
import { DEFAULT_VALIDITY_MINUTES } from '#contract/limits.ts'
import { type Centavos, centavos, toReais } from '#contract/money.ts'

export interface TestEvent {
  id: string
  type: string
  createdAt: string
  storeId: string
  data: Record<string, unknown>
}

export interface TestEventOptions {
  /** Milliseconds since the epoch: when the event is created. */
  nowMs: number
  /** An invented one by default. */
  paymentId?: string | undefined
  /** What was requested; R$ 10,50 by default. */
  amount?: Centavos | undefined
  description?: string | undefined
}

const DEFAULT_AMOUNT = centavos(1050)
/** Between the creation of the charge and its payment or failure, in milliseconds. */
const LIFE_MS = 2 * 60_000
const VALIDITY_MS = DEFAULT_VALIDITY_MINUTES * 60_000

/** `pixctl_test_<kind>_<16 hexadecimal digits>` */
export function testId(kind: 'evt' | 'dlv' | 'pay' | 'dep'): string {
  return `pixctl_test_${kind}_${randomBytes(8).toString('hex')}`
}

/**
 * An event of one of {@link DOCUMENTED_TYPES}. Payment events have all members of docs/service.md, 2.6;
 * `deposit.approved` has the shape of the sandbox's, transport tests an empty `data`
 * (docs/decisions/webhooks.md#deposit-approved, docs/decisions/webhooks.md#transport-tests).
 */
export function testEvent(type: string, options: TestEventOptions): TestEvent {
  return {
    id: testId('evt'),
    type,
    createdAt: new Date(options.nowMs).toISOString(),
    storeId: 'pixctl_test_store',
    data: dataOf(type, options),
  }
}

function dataOf(type: string, options: TestEventOptions): Record<string, unknown> {
  switch (type) {
    case 'payment.created':
      return paymentData('PENDING', 0, options)
    case 'payment.approved':
      return paymentData('PAID', LIFE_MS, options)
    case 'payment.expired':
      return paymentData('EXPIRED', VALIDITY_MS, options)
    case 'payment.failed':
      return paymentData('FAILED', LIFE_MS, options)
    case 'deposit.approved':
      return depositData(options)
    default:
      return {}
  }
}

/** A charge that was created `ageMs` ago and is in this state since now. */
function paymentData(
  status: PaymentStatus,
  ageMs: number,
  { nowMs, paymentId = testId('pay'), amount = DEFAULT_AMOUNT, description }: TestEventOptions,
): PaymentEventData {
  const fee = feeOf(amount)
  return {
    paymentId,
    source: 'api',
    status,
    id: paymentId,
    amount: toReais(amount),
    requestedAmount: toReais(amount),
    fee: toReais(fee),
    netAmount: toReais(centavos(amount - fee)),
    currency: 'BRL',
    description: description ?? 'pixctl test event',
    passFee: false,
    validityMinutes: DEFAULT_VALIDITY_MINUTES,
    expiresAt: new Date(nowMs - ageMs + VALIDITY_MS).toISOString(),
    paidAt: status === 'PAID' ? new Date(nowMs).toISOString() : null,
    createdAt: new Date(nowMs - ageMs).toISOString(),
  }
}

function depositData({ nowMs, paymentId = testId('dep'), amount = DEFAULT_AMOUNT }: TestEventOptions) {
  const now = new Date(nowMs).toISOString()
  return {
    paymentId,
    source: 'wallet',
    status: 'PAID',
    amount: toReais(amount),
    netAmount: toReais(amount),
    currency: 'BRL',
    paidAt: now,
    createdAt: now,
  }
}

/** One per cent, rounded up, and never the whole amount: the net amount is more than zero. */
function feeOf(amount: Centavos): Centavos {
  return centavos(Math.min(Math.ceil(amount / 100), amount - 1))
}

/** The headers of a delivery, names and values in turn. */
export function deliveryHeaders(event: string, delivery: string, signature: string | undefined): string[] {
  return [
    ...['Content-Type', 'application/json'],
    ...[EVENT_HEADER, event],
    ...[DELIVERY_HEADER, delivery],
    ...(signature === undefined ? [] : [SIGNATURE_HEADER, signature]),
  ]
}
