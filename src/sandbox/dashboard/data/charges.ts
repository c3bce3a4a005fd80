/** The charges of a store as its page lists them: by status and text, a page after another, however many there are. */

import type { PaymentStatus } from '#contract/generated/types.ts'
import { parseAmount } from '#lib/input/amounts.ts'
import { LIST_ORDER } from '../../core/choices.ts'
import type { Database } from '../../core/database.ts'
import { type Charge, toCharge } from '../../core/payments.ts'

export interface ChargeQuery {
  storeId: string
  status?: PaymentStatus | undefined
  /** A part of the description, the start of the id, or the amount. */
  text?: string | undefined
  /** The place after which to go on, from {@link ChargePage.next}. Anything else counts as none. */
  after?: string | undefined
}

export interface ChargePage {
  charges: Charge[]
  /** The place of the next page; null if there is none. */
  next: string | null
}

export const CHARGES_PER_PAGE = 50

/** A part of a WHERE clause with its values. */
interface Condition {
  sql: string
  values: (string | number)[]
}

/** By the index that has the charges in order. */
export function listCharges(database: Database, { storeId, status, text, after }: ChargeQuery): ChargePage {
  const conditions: Condition[] = [
    { sql: 'store_id = ?', values: [storeId] },
    ...(status ? [{ sql: 'status = ?', values: [status] }] : []),
    ...startingAfter(after ?? ''),
    ...(text ? [matching(text)] : []),
  ]
  const rows = database
    .prepare(
      `SELECT * FROM payments INDEXED BY ${status ? 'payments_by_status' : 'payments_by_date'}
        WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}
        ORDER BY ${LIST_ORDER} LIMIT ${CHARGES_PER_PAGE + 1}`,
    )
    .all(...conditions.flatMap(({ values }) => values))
  const shown = rows.slice(0, CHARGES_PER_PAGE)
  const last = shown.at(-1)
  const next = rows.length > shown.length && last ? `${last.created_at}-${last.position}` : null
  return { charges: shown.map(toCharge), next }
}

/** None for a text that is no place. */
function startingAfter(place: string): Condition[] {
  const [, createdAt, position] = /^(\d{1,15})-(\d{1,15})$/.exec(place)?.map(Number) ?? []
  if (createdAt === undefined || position === undefined) return []
  return [
    { sql: 'created_at <= ? AND (created_at, position) < (?, ?)', values: [createdAt, createdAt, position] },
  ]
}

/** SQLite ignores the case of ASCII letters only, so `PÃO` is looked for as it is, in lower and in upper case. */
function matching(text: string): Condition {
  const escaped = (part: string) => part.replace(/[\\%_]/g, '\\$&')
  const cases = [...new Set([text, text.toLowerCase(), text.toUpperCase()])]
  const amount = parseAmount(text)
  const tests = [
    ...cases.map(() => "description LIKE ? ESCAPE '\\'"),
    "id LIKE ? ESCAPE '\\'",
    ...(amount === null ? [] : ['? IN (amount, requested_amount)']),
  ]
  return {
    sql: `(${tests.join(' OR ')})`,
    values: [
      ...cases.map(part => `%${escaped(part)}%`),
      `${escaped(text)}%`,
      ...(amount === null ? [] : [amount]),
    ],
  }
}
