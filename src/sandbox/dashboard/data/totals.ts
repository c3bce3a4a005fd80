/** What happened in a store today, by the days of this machine's time zone. Times are in ms. */

import { type Centavos, centavos } from '#contract/money.ts'
import type { Database } from '../../core/database.ts'
import { type Charge, toCharge } from '../../core/payments.ts'

export interface Totals {
  created: number
  /** Charges paid, and their money. */
  paid: number
  amount: Centavos
  fee: Centavos
  netAmount: Centavos
}

const startOfDay = (now: number) => new Date(now).setHours(0, 0, 0, 0)

export function totalsOfToday(database: Database, storeId: string, now: number): Totals {
  const start = startOfDay(now)
  const created = database
    .prepare(
      `SELECT count(*) AS created FROM payments INDEXED BY payments_by_date
        WHERE store_id = ? AND created_at BETWEEN ? AND ?`,
    )
    .get(storeId, start, now)
  const paid = database
    .prepare(
      `SELECT count(*) AS paid, coalesce(sum(amount), 0) AS amount, coalesce(sum(fee), 0) AS fee,
              coalesce(sum(net_amount), 0) AS net_amount
         FROM payments INDEXED BY paid_by_time
        WHERE status = 'PAID' AND store_id = ? AND paid_at BETWEEN ? AND ?`,
    )
    .get(storeId, start, now)
  return {
    created: Number(created?.created),
    paid: Number(paid?.paid),
    amount: centavos(Number(paid?.amount)),
    fee: centavos(Number(paid?.fee)),
    netAmount: centavos(Number(paid?.net_amount)),
  }
}

/** The charges that were paid today, the last payment first. */
export function paidToday(database: Database, storeId: string, now: number, limit: number): Charge[] {
  return database
    .prepare(
      `SELECT * FROM payments INDEXED BY paid_by_time
        WHERE status = 'PAID' AND store_id = ? AND paid_at BETWEEN ? AND ?
        ORDER BY paid_at DESC, position DESC LIMIT ?`,
    )
    .all(storeId, startOfDay(now), now, limit)
    .map(toCharge)
}
