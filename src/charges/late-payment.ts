/** How long a charge may still change (docs/decisions/state.md#archive). The service gives no limit. */

import { VALIDITY_MINUTES } from '#contract/limits.ts'

/** How long after its expiry a charge may be paid late. */
export const LATE_PAYMENT_MS = 30 * 24 * 60 * 60_000

const LONGEST_VALIDITY_MS = Math.max(...VALIDITY_MINUTES) * 60_000

/** No charge that was created before this time is paid at `ms` or later. */
export function settledBefore(ms: number): number {
  return ms - LONGEST_VALIDITY_MS - LATE_PAYMENT_MS
}
