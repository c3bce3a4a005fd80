/** The wallet of a store. Each payment is credited once. */

import { type Centavos, centavos } from '#contract/money.ts'
import type { Database } from './database.ts'
import type { Charge } from './payments.ts'

export interface Credit {
  paymentId: string
  storeId: string
  amount: Centavos
  /** `api` for a charge that was created through the API, `wallet` for a deposit through the wallet form. */
  source: 'api' | 'wallet'
  /** In ms. */
  at: number
}

/** Credits a payment. Call it inside a transaction. A second credit of the same payment is an SQLite error. */
export function credit(database: Database, { paymentId, storeId, amount, source, at }: Credit): void {
  database
    .prepare('INSERT INTO credits (payment_id, store_id, amount, source, credited_at) VALUES (?, ?, ?, ?, ?)')
    .run(paymentId, storeId, amount, source, at)
  database.prepare('UPDATE stores SET balance = balance + ? WHERE id = ?').run(amount, storeId)
}

/** Credits a charge if it is PAID, since `at` (ms). Inside a transaction. */
export function creditPaid(
  database: Database,
  { id: paymentId, storeId, status, netAmount: amount }: Charge,
  at: number,
): void {
  if (status === 'PAID') credit(database, { paymentId, storeId, amount, source: 'api', at })
}

export function balanceOf(database: Database, storeId: string): Centavos {
  const row = database.prepare('SELECT balance FROM stores WHERE id = ?').get(storeId)
  return centavos(Number(row?.balance ?? 0))
}

export const CREDITS_SHOWN = 50

/** Newest first. */
export function latestCredits(database: Database, storeId: string, limit = CREDITS_SHOWN): Credit[] {
  const rows: unknown[] = database
    .prepare(
      `SELECT payment_id AS paymentId, store_id AS storeId, amount, source, credited_at AS at
         FROM credits WHERE store_id = ? ORDER BY credited_at DESC, payment_id LIMIT ?`,
    )
    .all(storeId, limit)
  return rows as Credit[]
}
