/**
 * How many charges a store has in each state. Counting a million charges takes long, so the numbers are kept: whatever
 * adds a charge or changes its state calls {@link addToCount} in the same transaction.
 */

import type { PaymentStatus } from '#contract/generated/types.ts'
import { PAYMENT_STATUSES } from '#contract/states.ts'
import type { Database } from './database.ts'

/** @param change how many charges more; negative for fewer */
export function addToCount(database: Database, storeId: string, status: PaymentStatus, change: number): void {
  database
    .prepare(
      `INSERT INTO charge_counts (store_id, status, charges) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET charges = charges + excluded.charges`,
    )
    .run(storeId, status, change)
}

export function countCharges(database: Database, storeId: string): Record<PaymentStatus, number> {
  const rows = database.prepare('SELECT status, charges FROM charge_counts WHERE store_id = ?').all(storeId)
  const count = (status: PaymentStatus) => Number(rows.find(row => row.status === status)?.charges ?? 0)
  return Object.fromEntries(PAYMENT_STATUSES.map(status => [status, count(status)])) as Record<
    PaymentStatus,
    number
  >
}
