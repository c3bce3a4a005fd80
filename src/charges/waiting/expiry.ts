/** How long a charge can still be paid, in milliseconds by the service's clock, because this machine's may be wrong. */

import type { Payment } from '#contract/generated/types.ts'
import { doubleOf } from '#contract/money.ts'

export function leftMs({ expiresAt, createdAt, validityMinutes }: Payment, serviceNow: number): number {
  const validity = doubleOf(validityMinutes) * 60_000
  const end = expiresAt === null ? Date.parse(createdAt) + validity : Date.parse(expiresAt)
  // The Date header has whole seconds, so a new charge would have a second too much. A leap second can't be parsed.
  return Number.isNaN(end) ? validity : Math.min(end - serviceNow, validity)
}
