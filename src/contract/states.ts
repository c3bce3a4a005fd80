/** The states of a charge (docs/service.md, 3). */

import type { Payment, PaymentStatus } from './generated/types.ts'

export const PAYMENT_STATUSES: readonly PaymentStatus[] = ['CREATING', 'PENDING', 'PAID', 'EXPIRED', 'FAILED']

/** The final states. Only a late confirmation can change one: EXPIRED to PAID. */
export const FINAL_STATUSES: ReadonlySet<PaymentStatus> = new Set(['PAID', 'EXPIRED', 'FAILED'])

/** Whether a charge was paid after its expiry, when its order may have been given up. */
export function isPaidLate(charge: Pick<Payment, 'status' | 'expiresAt' | 'paidAt'>): boolean {
  const { status, expiresAt, paidAt } = charge
  return (
    status === 'PAID' && expiresAt !== null && paidAt !== null && Date.parse(paidAt) > Date.parse(expiresAt)
  )
}

export const PERMISSIONS = ['payments:create', 'payments:read', 'balance:read'] as const
