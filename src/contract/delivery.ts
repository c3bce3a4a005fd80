/** What a webhook delivery is made of (docs/service.md, 6.1 and 6.2). */

export const EVENT_HEADER = 'X-Service-Event'
export const DELIVERY_HEADER = 'X-Service-Delivery'
export const SIGNATURE_HEADER = 'X-Service-Signature'

/** The headers of a delivery that mean something to its receiver. None of them is signed. */
export const DELIVERY_HEADERS: readonly string[] = [
  'Content-Type',
  'User-Agent',
  EVENT_HEADER,
  DELIVERY_HEADER,
  SIGNATURE_HEADER,
]

/** Events that test the transport only: they never authorise anything. */
export const TRANSPORT_TESTS: readonly string[] = ['endpoint.test', 'connection.test']

/** Both may tell of the same deposit: whoever acts on one must not act on the other. */
export const APPROVALS: readonly string[] = ['payment.approved', 'deposit.approved']

/** What an approval says of its payment; null where it says nothing that can be used. */
export interface ApprovalFacts {
  /** Where the payment was made: `api`, or elsewhere. */
  source: string | null
  /** Reais as the event has them. */
  amount: number | null
  netAmount: number | null
}

/** @param data of the envelope; nothing is sure about its shape */
export function approvalFacts(data: unknown): ApprovalFacts {
  const { source, amount, netAmount } = (data ?? {}) as Record<keyof ApprovalFacts, unknown>
  return {
    source: typeof source === 'string' ? source : null,
    amount: isAmount(amount) ? amount : null,
    netAmount: isAmount(netAmount) ? netAmount : null,
  }
}

/** JSON can hold numbers that are too large for a double. */
function isAmount(value: unknown): value is number {
  return Number.isFinite(value)
}

/** The events that are delivered about payments and deposits. */
export const EVENT_TYPES = [
  'payment.created',
  'payment.approved',
  'payment.expired',
  'payment.failed',
  'deposit.approved',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/**
 * Every type that is documented, those of tests of the transport too. There are others
 * (docs/decisions/webhooks.md#checkout-events).
 */
export const DOCUMENTED_TYPES: readonly string[] = [...EVENT_TYPES, ...TRANSPORT_TESTS]

/** Whether an answer says that a delivery was taken: a 2xx. A redirect doesn't, and no answer (null) neither. */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}
