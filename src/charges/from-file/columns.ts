/** The columns of a file of charges: their names in either language, or those that `--columns` gives them. */

import { foldText } from '#contract/charge-filter.ts'
import { Failure } from '#lib/failure.ts'
import { badValue } from '#lib/input/bad-value.ts'
import { nameOf } from '#lib/input/words.ts'
import { nearest } from '#lib/nearest.ts'
import { texts } from './texts.ts'

export const COLUMNS = ['reference', 'amount', 'description', 'passFee', 'validity'] as const
export type Column = (typeof COLUMNS)[number]

/** Their names in Portuguese, as {@link nameOf} takes them. */
const PORTUGUESE: Readonly<Record<string, Column>> = {
  referencia: 'reference',
  valor: 'amount',
  descricao: 'description',
  taxasomada: 'passFee',
  validade: 'validity',
}

/** The column that a heading of a file stands for. */
export function columnOf(heading: string): Column | undefined {
  return nameOf(heading, COLUMNS, PORTUGUESE)
}

/** The column that a heading is nearly the name of: it may be mistyped. */
export function nearColumn(heading: string): Column | undefined {
  const folded = foldText(heading)
  const portuguese = nearest(Object.keys(PORTUGUESE), folded.replace(/[\s_-]/g, ''))
  return nearest(COLUMNS, heading, folded) ?? PORTUGUESE[portuguese ?? '']
}

/** All columns, by their names in the language of the person. */
export function columnNames(): string {
  return COLUMNS.map(column => texts.columns[column]()).join(', ')
}

/** The headings that columns have in a list with its own words. */
export type OwnHeadings = ReadonlyMap<Column, string>

/** Reads the values of `--columns`, such as `reference=WhatsApp`. */
export function readOwnHeadings(values: readonly string[]): OwnHeadings {
  const own = new Map<Column, string>()
  for (const text of values) {
    const [, left = '', heading = ''] = /^([^=]+)=\s*(.+)$/s.exec(text) ?? []
    const column = columnOf(left)
    if (column === undefined) {
      const accepts = () => texts.ownHeadings(columnNames())
      throw badValue('--columns', { accepts, text, example: texts.ownHeading })
    }
    const twice = own.has(column) ? left : nameOf(heading, [...own.values()], {})
    if (twice !== undefined) {
      throw new Failure('usage', () => texts.namedTwice(twice), { next: texts.nameOnce })
    }
    own.set(column, heading)
  }
  return own
}

/** Where a heading is among those of a file; -1 if it isn't there. Written alike goes before case and accents. */
export function placeOf(heading: string, headings: readonly string[]): number {
  return headings.indexOf(headings.includes(heading) ? heading : (nameOf(heading, headings, {}) ?? heading))
}
