/** The charges of a store in the database, and how the service shows them (docs/service.md, 2.1). */

import type { ChargeRequest } from '#contract/charge.ts'
import type { Payment, PaymentStatus, ValidityMinutes } from '#contract/generated/types.ts'
import { type Centavos, toReais } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/states.ts'
import { brCode } from './br-code.ts'
import { LIST_ORDER, MERCHANT_CITY, MERCHANT_NAME } from './choices.ts'
import type { Database } from './database.ts'
import { randomHex, toDateTime } from './ids-and-times.ts'

/** A charge inside the sandbox: amounts in centavos, times in ms. */
export interface Charge {
  id: string
  storeId: string
  idempotencyKey: string
  status: PaymentStatus
  amount: Centavos
  requestedAmount: Centavos
  fee: Centavos
  netAmount: Centavos
  description: string
  passFee: boolean
  validityMinutes: ValidityMinutes
  pixCode: string | null
  expiresAt: number | null
  paidAt: number | null
  createdAt: number
}

/** The columns of a {@link Charge}, as {@link toCharge} takes them. */
export const CHARGE = `id, store_id AS storeId, idempotency_key AS idempotencyKey, status, amount,
  requested_amount AS requestedAmount, fee, net_amount AS netAmount, description, pass_fee AS passFee,
  validity_minutes AS validityMinutes, pix_code AS pixCode, expires_at AS expiresAt, paid_at AS paidAt,
  created_at AS createdAt`

/** A new id. Without its underscore it is also the txid of the Pix code, which has room for 25 characters. */
export function newPaymentId(): string {
  return `pay_${randomHex(11)}`
}

export function pixCodeOf(pixKey: string, id: string, amount: Centavos): string {
  return brCode({
    pixKey,
    amount,
    merchantName: MERCHANT_NAME,
    merchantCity: MERCHANT_CITY,
    txid: id.replace('_', ''),
  })
}

export function insertCharge(database: Database, charge: Charge): void {
  database
    .prepare(
      `INSERT INTO payments (id, store_id, idempotency_key, status, amount, requested_amount, fee, net_amount,
         description, pass_fee, validity_minutes, pix_code, expires_at, paid_at, created_at)
       VALUES (:id, :storeId, :idempotencyKey, :status, :amount, :requestedAmount, :fee, :netAmount,
         :description, :passFee, :validityMinutes, :pixCode, :expiresAt, :paidAt, :createdAt)`,
    )
    .run({ ...charge, passFee: charge.passFee ? 1 : 0 })
}

/** Saves the state of a charge, and what comes with it. */
export function updateState(database: Database, charge: Charge): void {
  database
    .prepare('UPDATE payments SET status = ?, pix_code = ?, expires_at = ?, paid_at = ? WHERE id = ?')
    .run(charge.status, charge.pixCode, charge.expiresAt, charge.paidAt, charge.id)
}

export function findCharge(database: Database, storeId: string, id: string): Charge | null {
  const row = database
    .prepare(`SELECT ${CHARGE} FROM payments WHERE store_id = ? AND id = ?`)
    .get(storeId, id)
  return row ? toCharge(row) : null
}

/** The charge that was created with an Idempotency-Key (in lower case), or null. */
export function findByIdempotencyKey(database: Database, storeId: string, key: string): Charge | null {
  const row = database
    .prepare(`SELECT ${CHARGE} FROM payments WHERE store_id = ? AND idempotency_key = ?`)
    .get(storeId, key)
  return row ? toCharge(row) : null
}

/** A page of a store's charges, and how many charges there are in all. */
export function listCharges(
  database: Database,
  storeId: string,
  page: number,
  limit: number,
): { charges: Charge[]; total: number } {
  const rows = database
    .prepare(`SELECT ${CHARGE} FROM payments WHERE store_id = ? ORDER BY ${LIST_ORDER} LIMIT ? OFFSET ?`)
    .all(storeId, limit, (page - 1) * limit)
  const count = database.prepare('SELECT count(*) AS total FROM payments WHERE store_id = ?').get(storeId)
  return { charges: rows.map(toCharge), total: Number(count?.total) }
}

/** The request that a charge was created with, to compare it with another one. */
export function requestOf(charge: Charge): ChargeRequest {
  return {
    amount: charge.requestedAmount,
    description: charge.description,
    passFee: charge.passFee,
    validityMinutes: charge.validityMinutes,
  }
}

/** A charge as a list item: everything but `qrCode`. */
export function toPayment(charge: Charge): Payment {
  return {
    id: charge.id,
    status: charge.status,
    amount: toReais(charge.amount),
    requestedAmount: toReais(charge.requestedAmount),
    fee: toReais(charge.fee),
    netAmount: toReais(charge.netAmount),
    currency: 'BRL',
    description: charge.description,
    passFee: charge.passFee,
    pixCode: charge.pixCode,
    validityMinutes: charge.validityMinutes,
    expiresAt: toDateTime(charge.expiresAt),
    paidAt: toDateTime(charge.paidAt),
    createdAt: new Date(charge.createdAt).toISOString(),
  }
}

/** The `data` of a charge's event, all optional members included, in the order of docs/service.md, 2.6. */
export function toEventData(charge: Charge): Record<string, unknown> {
  const { pixCode: _pixCode, status, ...members } = toPayment(charge)
  return { paymentId: charge.id, source: 'api', status, ...members }
}

export function toCharge(row: Record<string, unknown>): Charge {
  return { ...row, passFee: row.passFee === 1 } as Charge
}

export function countCharges(database: Database, storeId: string): Record<PaymentStatus, number> {
  const rows = database
    .prepare('SELECT status, count(*) AS charges FROM payments WHERE store_id = ? GROUP BY status')
    .all(storeId)
  const count = (status: PaymentStatus) => Number(rows.find(row => row.status === status)?.charges ?? 0)
  const counts = Object.fromEntries(PAYMENT_STATUSES.map(status => [status, count(status)]))
  return counts as Record<PaymentStatus, number>
}
