/** What happened in a store today, by the days of this machine's time zone. Times are in ms. */

import { centavos } from '#contract/money.ts'
import { dayOf, startOfDay } from '#lib/input/times.ts'
import type { Database } from '../../core/database.ts'

/** How many charges were created; how many were paid, and their money. */
export function totalsOfToday(database: Database, storeId: string, now: number) {
  const start = startOfDay(dayOf(now))
  const sums = database
    .prepare(
      `SELECT count(*) AS paid, total(amount) AS amount, total(fee) AS fee, total(net_amount) AS net_amount,
              (SELECT count(*) FROM payments INDEXED BY payments_by_date
                WHERE store_id = $storeId AND created_at BETWEEN $start AND $now) AS created
         FROM payments INDEXED BY paid_by_time
        WHERE status = 'PAID' AND store_id = $storeId AND paid_at BETWEEN $start AND $now`,
    )
    .get({ storeId, start, now })
  return {
    created: Number(sums?.created),
    paid: Number(sums?.paid),
    amount: centavos(Number(sums?.amount)),
    fee: centavos(Number(sums?.fee)),
    netAmount: centavos(Number(sums?.net_amount)),
  }
}
