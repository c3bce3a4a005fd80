/**
 * What the sandbox chooses if docs/service.md leaves it open. Each choice has an entry in docs/decisions.
 * Error codes are in src/sandbox/core/errors.ts.
 */

import type { PaymentEvent, PaymentStatus } from '#contract/generated/types.ts'
import { FIRST_STORE_NAME } from '#lib/sandbox/data.ts'

/** From which states each dashboard operation is possible, and to which state it leads (docs/decisions/rest.md#transitions). */
export const TRANSITIONS = {
  pay: { from: ['PENDING', 'EXPIRED'], to: 'PAID' },
  expire: { from: ['PENDING'], to: 'EXPIRED' },
  fail: { from: ['PENDING'], to: 'FAILED' },
} as const satisfies Record<string, { from: readonly PaymentStatus[]; to: PaymentStatus }>

export type Move = keyof typeof TRANSITIONS
/** How a payment is told, other than once to each endpoint and over the realtime channel. */
export const TOLD = ['twice', 'none'] as const
export type Told = (typeof TOLD)[number]
export const MOVES = Object.keys(TRANSITIONS) as Move[]

/** The event for each state that a charge reaches (docs/decisions/webhooks.md#state-events). */
export const EVENT_OF_STATUS: Readonly<Record<PaymentStatus, PaymentEvent['type']>> = {
  CREATING: 'payment.created',
  PENDING: 'payment.created',
  PAID: 'payment.approved',
  EXPIRED: 'payment.expired',
  FAILED: 'payment.failed',
}

/** How long an endpoint may take to answer (docs/decisions/sandbox.md#webhook-deliveries). */
export const ANSWER_TIMEOUT_MS = 10_000

/** For each endpoint, so that a slow one doesn't delay the others (docs/decisions/sandbox.md#webhook-deliveries). */
export const ATTEMPTS_AT_ONCE = 8

/** The largest message that a realtime client may send (docs/decisions/realtime.md#heartbeat). */
export const MAX_CLIENT_MESSAGE_BYTES = 64 * 1024

/** Newest first; within one millisecond, the last inserted first (docs/decisions/rest.md#list-order). */
export const LIST_ORDER = 'created_at DESC, position DESC'

/** Sequences start above 2^53, so that a test fails if one is converted to a number (docs/decisions/realtime.md#sequences). */
export const FIRST_SEQUENCE = 9007199254740993n

/** The receiver in a Pix code (docs/decisions/rest.md#pix-code): at most 25 and 15 characters of ASCII. */
export const MERCHANT_NAME = 'PIXCTL SANDBOX'
export const MERCHANT_CITY = 'BRASILIA'

/** The store that every sandbox has (docs/decisions/sandbox.md#stores). */
export const FIRST_STORE = { id: 'store_sandbox', name: FIRST_STORE_NAME }
