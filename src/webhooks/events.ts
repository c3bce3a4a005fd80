/**
 * Test events for `webhook trigger` and `webhook check`. Their made-up ids begin with `pixctl_test_`, so no charge
 * and no order can have them.
 */

import { randomBytes } from 'node:crypto'
import type { PaymentEventData, PaymentStatus } from '#contract/generated/types.ts'
import { DEFAULT_VALIDITY_MINUTES } from '#contract/limits.ts'
import { type Centavos, centavos, toReais } from '#contract/money.ts'
import { signatureHeader } from '#contract/signature.ts'
import { withDecimals } from './wrong-signature/reserialized-json.ts'

export interface TestEvent {
  id: string
  type: string
  createdAt: string
  storeId: string
  data: Record<string, unknown>
}

interface TestEventOptions {
  /** When the event is created, in milliseconds since the epoch. */
  nowMs: number
  /** A made-up one by default. */
  paymentId?: string | undefined
  /** R$ 10,50 by default. */
  amount?: Centavos | undefined
  description?: string | undefined
  /** Makes the ids; random by default. */
  newId?: typeof testId
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
  const { newId = testId } = options
  return {
    id: newId('evt'),
    type,
    createdAt: new Date(options.nowMs).toISOString(),
    storeId: 'pixctl_test_store',
    data: DATA[type]?.(options) ?? {},
  }
}

const DATA: Readonly<Record<string, (options: TestEventOptions) => Record<string, unknown>>> = {
  'payment.created': options => paymentData('PENDING', 0, options),
  'payment.approved': options => paymentData('PAID', LIFE_MS, options),
  'payment.expired': options => paymentData('EXPIRED', VALIDITY_MS, options),
  'payment.failed': options => paymentData('FAILED', LIFE_MS, options),
  'deposit.approved': depositData,
}

/** A charge that was created `ageMs` ago and is in this state since now. */
function paymentData(
  status: PaymentStatus,
  ageMs: number,
  { nowMs, newId = testId, paymentId = newId('pay'), amount = DEFAULT_AMOUNT, description }: TestEventOptions,
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

export interface TestDelivery {
  id: string
  body: Buffer
  /** Null for none. */
  signature: string | null
}

export function signedDelivery(
  secret: string,
  atMs: number,
  text: string | Buffer,
  newId = testId,
): TestDelivery {
  const body = Buffer.from(text)
  return { id: newId('dlv'), body, signature: signatureHeader(secret, atMs, body) }
}

/** A plain `payment.approved`: most programs that parse it write the same bytes again. */
export function eventText(nowMs: number, newId = testId): string {
  return JSON.stringify(testEvent('payment.approved', { nowMs, newId }))
}

/** JSON as no program writes it: with all kinds of white space, and amounts with two decimals. */
function oddlySpaced(text: string): string {
  return withDecimals(JSON.stringify(JSON.parse(text), null, ' \t'), 2)
    .replaceAll('": ', '"  :\t')
    .replaceAll(/(\.\d\d),/g, '$1 ,')
    .replaceAll('\n', '\r\n')
}

/**
 * An event that every program writes in another way: by its spaces, the order of its members, amounts such as 20.00,
 * letters with and without escapes, slashes, the signs of HTML, and a line feed at its end.
 */
export function tellingText(nowMs: number, newId = testId): string {
  const event = testEvent('payment.approved', {
    nowMs,
    newId,
    amount: centavos(2000),
    description: 'Pão <a/b> & café 🥐',
  })
  const data = Object.fromEntries(Object.entries(event.data).reverse())
  const { type, storeId, id, createdAt } = event
  const text = oddlySpaced(JSON.stringify({ type, data, storeId, id, createdAt }))
  return `${text.replace('é', '\\u00e9').replace('/b', '\\/b')}\n`
}
