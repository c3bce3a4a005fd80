/** The states of a charge (docs/service.md, 3). */

import type { PaymentStatus } from './generated/types.ts'

export const PAYMENT_STATUSES: readonly PaymentStatus[] = ['CREATING', 'PENDING', 'PAID', 'EXPIRED', 'FAILED']

/** The final states. Only a late confirmation can change one: EXPIRED to PAID. */
export const FINAL_STATUSES: ReadonlySet<PaymentStatus> = new Set(['PAID', 'EXPIRED', 'FAILED'])

export const PERMISSIONS = ['payments:create', 'payments:read', 'balance:read'] as const
