/** Translates a charge filter into SQL that uses the best index. It finds the same charges as matchesFilter. */

import type { SQLInputValue } from 'node:sqlite'
import type { ChargeFilter, Span } from '#contract/charge-filter.ts'
import { firstPlace } from './schema.ts'

/** A query without its first part, the columns. */
interface Query {
  /** It begins with FROM and has no ORDER BY. */
  text: string
  values: SQLInputValue[]
}

/** Whether the index finds exactly the charges with this text: it needs at least three characters, all of them valid. */
export function isIndexed(needle: string): boolean {
  return needle.isWellFormed() && !/[\0\uFFFD\uFFFF]/.test(needle) && [...needle].length >= 3
}

/** Conditions that must all hold, with the values of their parameters. */
class Conditions {
  readonly #texts: string[] = []
  readonly values: SQLInputValue[] = []

  add(text: string, ...values: SQLInputValue[]): void {
    this.#texts.push(text)
    this.values.push(...values)
  }

  within(column: string, { from, before }: Span): void {
    this.add(`${column} IS NOT NULL`)
    if (from !== undefined) this.add(`${column} >= ?`, from)
    if (before !== undefined) this.add(`${column} < ?`, before)
  }

  get text(): string {
    return this.#texts.join(' AND ')
  }
}

/**
 * A query for the matching rows, in any order: `charges`, with `bodies` if those are wanted too. A text that the index
 * doesn't find is looked for by the function `has_searched_text`, which gets the JSON of each charge.
 */
export function queryOf(filter: ChargeFilter, store: number, wanted: 'bodies' | 'sums'): Query {
  const { statuses, created, paid, amount, exactAmount, search } = filter
  const where = new Conditions()
  const isText = search !== undefined && isIndexed(search)
  // Quoted, so that no word in it is a command of the index's query language.
  if (isText) where.add('texts MATCH ?', `"${search.replaceAll('"', '""')}"`)
  const from = sourceOf(filter, store, wanted, isText, where)
  if (statuses) where.add(`charges.status IN (${[...statuses].map(() => '?').join()})`, ...statuses)
  if (created) {
    where.within('charges.created', created)
    const place = isText ? 'texts.rowid' : 'charges.place'
    if (created.from !== undefined) where.add(`${place} >= ?`, firstPlace(created.from))
    if (created.before !== undefined) where.add(`${place} < ?`, firstPlace(created.before))
  }
  if (paid) where.within('charges.paid', paid)
  if (amount) {
    const { least, most } = amount
    where.within('charges.amount', { from: least, before: most === undefined ? undefined : most + 1 })
  }
  if (exactAmount !== undefined) {
    // The requested amount is only in the body, which is read if the amount without the fee is the right one.
    const requested = `(SELECT round(json_extract(json, '$.requestedAmount') * 100) FROM bodies WHERE place = charges.place)`
    where.add(
      `(charges.amount = ? OR (charges.amount - charges.fee = ? AND ${requested} = ?))`,
      ...[exactAmount, exactAmount, exactAmount],
    )
  }
  const isScan = search !== undefined && !isText
  if (isScan) where.add('has_searched_text(bodies.json)')
  const bodies = wanted === 'bodies' || isScan ? ' CROSS JOIN bodies ON bodies.place = charges.place' : ''
  return { text: `FROM ${from}${bodies} WHERE ${where.text}`, values: where.values }
}

/**
 * The tables, with the best index: SQLite doesn't know how many rows there are. For a column with a plus in front it
 * uses no index.
 */
function sourceOf(
  { created, paid }: ChargeFilter,
  store: number,
  wanted: 'bodies' | 'sums',
  isText: boolean,
  where: Conditions,
): string {
  // Each of the two indexes of the totals contains all their columns.
  const isIndexedByStore = !isText && wanted === 'sums' && (created === undefined || paid !== undefined)
  where.add(isIndexedByStore ? 'charges.store = ?' : '+charges.store = ?', store)
  if (isText) return 'texts CROSS JOIN charges ON charges.place = texts.rowid'
  if (isIndexedByStore) return `charges INDEXED BY charges_by_${paid ? 'paid' : 'status'}`
  return 'charges'
}
