/** What a line about a failed attempt says with `--log-format json`, beside the words. */

import type { Delivery } from '#inbox/inbox.ts'
import type { ForwardResult } from './forward-loop.ts'

export function attemptMembers(result: ForwardResult): Record<string, unknown> {
  const { delivery, to, status, ms, attempt, error, nextMs, parked } = result
  return {
    ...deliveryMembers(delivery),
    event: delivery.event,
    to,
    status,
    ms,
    attempt,
    reason: error ?? undefined,
    nextMs: nextMs ?? undefined,
    parked,
  }
}

/** Which delivery a line is about. */
export function deliveryMembers({ delivery, paymentId }: Delivery): Record<string, unknown> {
  return { delivery, payment: paymentId ?? undefined }
}
