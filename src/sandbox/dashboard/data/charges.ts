/** The charges of a store as its page lists them: by status and text, a page after another, however many there are. */

import type { PaymentStatus } from '#contract/generated/types.ts'
import { parseAmount } from '#contract/money.ts'
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
  /** The time (ms) back to which a text was searched, if there are charges before it. */
  searchedTo: number | null
}

export const CHARGES_PER_PAGE = 50
/** How many charges a text is searched in at once: the sandbox does nothing else meanwhile. */
const SEARCHED_AT_ONCE = 20_000

interface Place {
  createdAt: number
  position: number
}

export function listCharges(database: Database, query: ChargeQuery): ChargePage {
  const { from, values } = range(query)
  const text = query.text ?? ''
  const matches = text === '' ? { sql: '1', values: [] } : matching(text)
  const limit = text === '' ? CHARGES_PER_PAGE + 1 : SEARCHED_AT_ONCE
  const rows = database
    .prepare(
      `SELECT * FROM (SELECT * FROM ${from} ORDER BY ${LIST_ORDER} LIMIT ?)
        WHERE ${matches.sql} ORDER BY ${LIST_ORDER} LIMIT ${CHARGES_PER_PAGE + 1}`,
    )
    .all(...values, limit, ...matches.values)
  const shown = rows.slice(0, CHARGES_PER_PAGE)
  const charges = shown.map(toCharge)
  const last = shown.at(-1)
  if (rows.length > shown.length && last) return { charges, next: written(placeOf(last)), searchedTo: null }
  const end = text === '' ? null : endOfSearch(database, from, values)
  return { charges, next: end && written(end), searchedTo: end ? end.createdAt : null }
}

/** The charges of the store and state after the place, by the index that has them in order. */
function range({ storeId, status, after }: ChargeQuery): { from: string; values: (string | number)[] } {
  const place = read(after ?? '')
  const conditions = [
    'store_id = ?',
    ...(status ? ['status = ?'] : []),
    ...(place ? ['created_at <= ?', '(created_at, position) < (?, ?)'] : []),
  ]
  return {
    from: `payments INDEXED BY ${status ? 'payments_by_status' : 'payments_by_date'} WHERE ${conditions.join(' AND ')}`,
    values: [
      storeId,
      ...(status ? [status] : []),
      ...(place ? [place.createdAt, place.createdAt, place.position] : []),
    ],
  }
}

/** SQLite ignores the case of ASCII letters only, so `PÃO` is looked for as it is, in lower and in upper case. */
function matching(text: string): { sql: string; values: (string | number)[] } {
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
      ...cases.map(each => `%${escaped(each)}%`),
      `${escaped(text)}%`,
      ...(amount === null ? [] : [amount]),
    ],
  }
}

/** The place of the last charge that was searched; null if there is none after it. */
function endOfSearch(database: Database, from: string, values: (string | number)[]): Place | null {
  const row = database
    .prepare(`SELECT created_at, position FROM ${from} ORDER BY ${LIST_ORDER} LIMIT 1 OFFSET ?`)
    .get(...values, SEARCHED_AT_ONCE - 1)
  return row ? placeOf(row) : null
}

function placeOf(row: Record<string, unknown>): Place {
  return { createdAt: Number(row.created_at), position: Number(row.position) }
}

function written({ createdAt, position }: Place): string {
  return `${createdAt}-${position}`
}

function read(text: string): Place | null {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(text)
  return match && { createdAt: Number(match[1]), position: Number(match[2]) }
}
