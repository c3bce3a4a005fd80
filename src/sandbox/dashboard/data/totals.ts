/** What happened in a store today, by the days of this machine's time zone. Times are in ms. */

import { type Centavos, centavos } from '#contract/money.ts'
import { dayOf, startOfDay } from '#lib/input/times.ts'
import type { Database } from '../../core/database.ts'

export interface Totals {
  created: number
  /** Charges paid, and their money. */
  paid: number
  amount: Centavos
  fee: Centavos
  netAmount: Centavos
}

export function totalsOfToday(database: Database, storeId: string, now: number): Totals {
  const start = startOfDay(dayOf(now))
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
