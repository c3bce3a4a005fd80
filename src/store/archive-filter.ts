/** A filter of charges in the words of SQL: the same charges as matchesFilter finds, by the index that serves best. */

import type { SQLInputValue } from 'node:sqlite'
import type { ChargeFilter, Span } from '../contract/charge-filter.ts'
import { beforePlaces, firstPlace } from './archive-place.ts'

/** A query, but for the columns that it begins with. */
interface Query {
  /** From FROM on, without an order. */
  text: string
  values: SQLInputValue[]
}

/** Whether the index finds exactly what has the text in it: that takes three characters, all of them real ones. */
export function isIndexed(needle: string): boolean {
  return needle.isWellFormed() && !/[\0\uFFFD\uFFFF]/.test(needle) && [...needle].length >= 3
}

/** A text as the index keeps it, which ends at a NUL. */
export function indexedText(text: string): string {
  return text.replaceAll('\0', '\uFFFF')
}

/** A text to look for, as data: nothing in it is a word of the index's own language. */
function phraseOf(needle: string): string {
  return `"${needle.replaceAll('"', '""')}"`
}

/** Where the rows that match are, in any order: `charges`, and `bodies` where those are wanted too. */
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
 * The tables, by the index that serves best: SQLite knows nothing of how many rows there are. With a plus before it, a
 * column is looked up in no index.
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
    // Each of the two indexes holds all that is summed up.
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
