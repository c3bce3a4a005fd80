/** The charges of a store as its page lists them: by status and text, a page after another, however many there are. */

import type { PaymentStatus } from '#contract/generated/types.ts'
import { parseAmount } from '#lib/input/typed-amount.ts'
import { LIST_ORDER } from '../../core/choices.ts'
import type { Database } from '../../core/database.ts'
import { CHARGE, type Charge, toCharge } from '../../core/payments.ts'

export interface ChargeQuery {
  storeId: string
  status?: PaymentStatus | undefined
  /** A part of the description, the start of the id, or the amount. */
  text?: string | undefined
  /** The id of the charge after which to go on, from {@link ChargePage.next}. */
  after?: string | undefined
}

export interface ChargePage {
  charges: Charge[]
  /** Where the next page goes on; null if there is none. */
  next: string | null
}

export const CHARGES_PER_PAGE = 50

/** By the index that has the charges in order. */
export function listCharges(database: Database, { storeId, status, text, after }: ChargeQuery): ChargePage {
  const conditions = [
    ['store_id = ?', storeId] as const,
    ['status = ?', status] as const,
    ['(created_at, position) < (SELECT created_at, position FROM payments WHERE id = ?)', after] as const,
  ].filter(([, value]) => value)
  const tests = text ? testsOf(text) : []
  const wanted = conditions.map(([sql]) => sql as string)
  if (tests.length > 0) wanted.push(`(${tests.map(([sql]) => sql).join(' OR ')})`)
  const charges = database
    .prepare(
      `SELECT ${CHARGE} FROM payments INDEXED BY ${status ? 'payments_by_status' : 'payments_by_date'}
        WHERE ${wanted.join(' AND ')} ORDER BY ${LIST_ORDER} LIMIT ${CHARGES_PER_PAGE + 1}`,
    )
    .all(...[...conditions, ...tests].map(([, value]) => value!))
    .map(toCharge)
  const shown = charges.slice(0, CHARGES_PER_PAGE)
  return { charges: shown, next: charges.length > shown.length ? shown.at(-1)!.id : null }
}

/** SQLite ignores the case of ASCII letters only, so `PÃO` is looked for as it is, in lower and in upper case. */
function testsOf(text: string): (readonly [sql: string, value: string | number])[] {
  const escaped = (part: string) => part.replace(/[\\%_]/g, '\\$&')
  const cases = [...new Set([text, text.toLowerCase(), text.toUpperCase()])]
  const amount = parseAmount(text)
  return [
    ...cases.map(part => ["description LIKE ? ESCAPE '\\'", `%${escaped(part)}%`] as const),
    ["id LIKE ? ESCAPE '\\'", `${escaped(text)}%`],
    ...(amount === null ? [] : [['? IN (amount, requested_amount)', amount] as const]),
  ]
}
