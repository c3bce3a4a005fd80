/** The latest credits of a store's wallet. */

import { centavos } from '#contract/money.ts'
import type { Database } from '../../core/database.ts'
import type { Credit } from '../../core/wallet.ts'

export const CREDITS_SHOWN = 50

/** Newest first. */
export function latestCredits(database: Database, storeId: string, limit = CREDITS_SHOWN): Credit[] {
  return database
    .prepare(
      `SELECT payment_id, amount, source, credited_at FROM credits WHERE store_id = ?
        ORDER BY credited_at DESC, payment_id LIMIT ?`,
    )
    .all(storeId, limit)
    .map(row => ({
      paymentId: String(row.payment_id),
      storeId,
      amount: centavos(Number(row.amount)),
      source: row.source as Credit['source'],
      at: Number(row.credited_at),
    }))
}
