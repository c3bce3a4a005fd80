/** How long a charge can still be paid. The current time is the service's, because this machine's clock may be wrong. */

import type { Read } from '#api/client.ts'
import { timeOf } from '#contract/charge-filter.ts'
import type { Payment } from '#contract/generated/types.ts'
import type { Clock } from '#lib/clock.ts'

/** When the charge can no longer be paid, by the monotonic clock. */
export function expiryOf(
  { data, at }: Pick<Read<Payment>, 'data' | 'at'>,
  clock: Clock,
  started: number,
): number {
  const left = leftMs(data, at ?? clock.now())
  return left === null ? started + data.validityMinutes * 60_000 : clock.monotonic() + left
}

/**
 * How long a charge can still be paid, in milliseconds, by the service's clock: from `expiresAt`, otherwise from the
 * validity; null if the service says no time.
 */
export function leftMs(
  { expiresAt, createdAt, validityMinutes }: Payment,
  serviceNow: number,
): number | null {
  const validity = validityMinutes * 60_000
  const end = expiresAt === null ? timeOf(createdAt) + validity : timeOf(expiresAt)
  // The Date header has whole seconds, so a new charge would have a second too much.
  return Number.isNaN(end) ? null : Math.min(end - serviceNow, validity)
}
