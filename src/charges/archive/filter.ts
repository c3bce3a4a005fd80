/** Translates a charge filter into SQL that uses the best index. It finds the same charges as matchesFilter. */

import type { SQLInputValue } from 'node:sqlite'
import type { ChargeFilter, Span } from '#contract/charge-filter.ts'
import { beforePlaces, firstPlace } from './schema.ts'

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

/** A text in the form of the index. The index would end a text at a NUL. */
export function indexedText(text: string): string {
  return text.replaceAll('\0', '\uFFFF')
}

/** A text to search, quoted: no word in it is a command of the index's query language. */
function phraseOf(needle: string): string {
  return `"${needle.replaceAll('"', '""')}"`
}

/** A query for the matching rows, in any order: `charges`, with `bodies` if those are wanted too. */
export function queryOf(filter: ChargeFilter, store: number, wanted: 'bodies' | 'sums'): Query {
  const conditions: string[] = []
  const values: SQLInputValue[] = []
  const add = (condition: string, ...of: SQLInputValue[]) => {
    conditions.push(condition)
    values.push(...of)
  }
  const isText = filter.search !== undefined && isIndexed(filter.search)
  if (isText) add('texts MATCH ?', phraseOf(filter.search!))
  const from = sourceOf(filter, store, wanted, isText, add)
  if (filter.statuses) {
    add(`charges.status IN (${[...filter.statuses].map(() => '?').join()})`, ...filter.statuses)
  }
  if (filter.created) {
    addSpan(add, 'charges.created', filter.created)
    const place = isText ? 'texts.rowid' : 'charges.place'
    if (filter.created.from !== undefined) add(`${place} >= ?`, firstPlace(filter.created.from))
    if (filter.created.before !== undefined) add(`${place} < ?`, beforePlaces(filter.created.before))
  }
  if (filter.paid) addSpan(add, 'charges.paid', filter.paid)
  if (filter.amount) {
    const { least, most } = filter.amount
    add('charges.amount IS NOT NULL')
    if (least !== undefined) add('charges.amount >= ?', least)
    if (most !== undefined) add('charges.amount <= ?', most)
  }
  const bodies = wanted === 'bodies' ? ' CROSS JOIN bodies ON bodies.place = charges.place' : ''
  return { text: `FROM ${from}${bodies} WHERE ${conditions.join(' AND ')}`, values }
}

type Add = (condition: string, ...of: SQLInputValue[]) => void

function addSpan(add: Add, column: string, span: Span): void {
  add(`${column} IS NOT NULL`)
  if (span.from !== undefined) add(`${column} >= ?`, span.from)
  if (span.before !== undefined) add(`${column} < ?`, span.before)
}

/**
 * The tables, with the best index: SQLite doesn't know how many rows there are. For a column with a plus in front it
 * uses no index.
 */
function sourceOf(
  filter: ChargeFilter,
  store: number,
  wanted: 'bodies' | 'sums',
  isText: boolean,
  add: Add,
): string {
  if (isText) {
    add('+charges.store = ?', store)
    return 'texts CROSS JOIN charges ON charges.place = texts.rowid'
  }
  if (wanted === 'sums') {
    // Each of the two indexes contains all columns of the totals.
    const byPlace = filter.created !== undefined && filter.paid === undefined
    add(byPlace ? '+charges.store = ?' : 'charges.store = ?', store)
    return byPlace ? 'charges' : `charges INDEXED BY charges_by_${filter.paid ? 'paid' : 'status'}`
  }
  add('+charges.store = ?', store)
  if (filter.paid) {
    const inner: string[] = ['store = ?']
    const values: SQLInputValue[] = [store]
    addSpan(
      (condition, ...of) => {
        inner.push(condition)
        values.push(...of)
      },
      'paid',
      filter.paid,
    )
    add(
      `charges.place IN (SELECT place FROM charges INDEXED BY charges_by_paid WHERE ${inner.join(' AND ')})`,
      ...values,
    )
  }
  return 'charges'
}
