/** The states of a charge (docs/service.md, 3). */

import type { PaymentStatus } from './generated/types.ts'

export const PAYMENT_STATUSES: readonly PaymentStatus[] = ['CREATING', 'PENDING', 'PAID', 'EXPIRED', 'FAILED']

/** The states that nothing but a late confirmation (EXPIRED to PAID) leaves. */
export const FINAL_STATUSES: ReadonlySet<PaymentStatus> = new Set(['PAID', 'EXPIRED', 'FAILED'])

export const PERMISSIONS = ['payments:create', 'payments:read', 'balance:read'] as const
