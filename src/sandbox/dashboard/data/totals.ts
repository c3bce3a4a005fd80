/** What happened in a store today, by the days of this machine's time zone. */

import { type Centavos, centavos } from '../../../contract/money.ts'
import type { Database } from '../../core/database.ts'
import { QUARTER_MS } from '../../core/page-tables.ts'

export interface Totals {
  /** Charges created. */
  created: number
  /** Charges paid, and their money. */
  paid: number
  amount: Centavos
  fee: Centavos
  netAmount: Centavos
}

/** @param now in ms */
export function totalsOfToday(database: Database, storeId: string, now: number): Totals {
  const start = new Date(now).setHours(0, 0, 0, 0)
  const row = database
    .prepare(
      `SELECT coalesce(sum(created), 0) AS created, coalesce(sum(paid), 0) AS paid,
              coalesce(sum(amount), 0) AS amount, coalesce(sum(fee), 0) AS fee,
              coalesce(sum(net_amount), 0) AS net_amount
         FROM totals WHERE store_id = ? AND quarter BETWEEN ? AND ?`,
    )
    .get(storeId, Math.floor(start / QUARTER_MS), Math.floor(now / QUARTER_MS))
  return {
    created: Number(row?.created),
    paid: Number(row?.paid),
    amount: centavos(Number(row?.amount)),
    fee: centavos(Number(row?.fee)),
    netAmount: centavos(Number(row?.net_amount)),
  }
}
