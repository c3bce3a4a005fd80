/** What a webhook delivery is made of (spec sections 6.1 and 6.2). */

export const EVENT_HEADER = 'X-Service-Event'
export const DELIVERY_HEADER = 'X-Service-Delivery'
export const SIGNATURE_HEADER = 'X-Service-Signature'

/** Events that test the transport only: they never authorise anything. */
export const TRANSPORT_TESTS: readonly string[] = ['endpoint.test', 'connection.test']

/** Both may tell of the same deposit: whoever acts on one must not act on the other. */
export const APPROVALS: readonly string[] = ['payment.approved', 'deposit.approved']

/** The events that are delivered about payments and deposits. */
export const EVENT_TYPES = [
  'payment.created',
  'payment.approved',
  'payment.expired',
  'payment.failed',
  'deposit.approved',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Whether an answer says that a delivery was taken: a 2xx. A redirect doesn't, and no answer (null) neither. */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}
