/** Headers and event types of webhook deliveries (docs/service.md, 6.1 and 6.2). */

export const EVENT_HEADER = 'X-Service-Event'
export const DELIVERY_HEADER = 'X-Service-Delivery'
export const SIGNATURE_HEADER = 'X-Service-Signature'

/** The headers of a delivery that its receiver needs. None of them is signed. */
export const DELIVERY_HEADERS: readonly string[] = [
  'Content-Type',
  'User-Agent',
  EVENT_HEADER,
  DELIVERY_HEADER,
  SIGNATURE_HEADER,
]

/** Events that only test the connection. Never hand over goods for one. */
export const TRANSPORT_TESTS: readonly string[] = ['endpoint.test', 'connection.test']

/** Both may be about the same deposit: a program must act on one of them only. */
export const APPROVALS: readonly string[] = ['payment.approved', 'deposit.approved']

/** What an approval says about its payment; null if a member is missing or isn't valid. */
export interface ApprovalFacts {
  /** How the charge was made: `api`, or in another way. */
  source: string | null
  /** In reais, the number in the event. */
  amount: number | null
  netAmount: number | null
}

/** @param data of the envelope; it may have any shape */
export function approvalFacts(data: unknown): ApprovalFacts {
  const { source, amount, netAmount } = (data ?? {}) as Record<keyof ApprovalFacts, unknown>
  return {
    source: typeof source === 'string' ? source : null,
    amount: isAmount(amount) ? amount : null,
    netAmount: isAmount(netAmount) ? netAmount : null,
  }
}

/** A JSON number may be too large for a double. */
function isAmount(value: unknown): value is number {
  return Number.isFinite(value)
}

/** The events about payments and deposits. */
export const EVENT_TYPES = [
  'payment.created',
  'payment.approved',
  'payment.expired',
  'payment.failed',
  'deposit.approved',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/**
 * Every documented type, with the tests of the connection. There are others, which aren't documented
 * (docs/decisions/webhooks.md#checkout-events).
 */
export const DOCUMENTED_TYPES: readonly string[] = [...EVENT_TYPES, ...TRANSPORT_TESTS]

/** `payment.*` and `deposit.*`: all types that begin so, documented or not. */
export const TYPE_FAMILIES: readonly string[] = [
  ...new Set(EVENT_TYPES.map(type => type.replace(/\..*/, '.*'))),
]

/** @param pattern a type, or a family of types */
export function isOfType(type: string, pattern: string): boolean {
  return pattern === type || (pattern.endsWith('*') && type.startsWith(pattern.slice(0, -1)))
}

/** Whether a delivery was accepted: only a 2xx. Not a redirect, and not a missing answer (null). */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}

/** The headers of a delivery, names and values in turn. */
export function deliveryHeaders(event: string, delivery: { id: string; signature: string | null }): string[] {
  const { id, signature } = delivery
  const signed = signature === null ? [] : [SIGNATURE_HEADER, signature]
  return ['Content-Type', 'application/json', EVENT_HEADER, event, DELIVERY_HEADER, id, ...signed]
}
