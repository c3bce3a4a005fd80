/** Checks all rows of a file before anything is sent, and lists every error with its line. */

import type { ChargeRequest } from '#contract/charge.ts'
import { codePoints } from '#contract/limits.ts'
import { attempt, Failure } from '#lib/failure.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { localized, type Text } from '#lib/language.ts'
import { type Step, stepText } from '#lib/suggestion.ts'
import { checkDescription, checkValidity } from '../creations/request.ts'
import { type Column, columnNames, columnOf, nearColumn, type OwnHeadings, placeOf } from './columns.ts'
import { BrokenCsv, type CsvRecord, csvRecords } from './csv-records.ts'
import { type Rows, unseenIn } from './rows.ts'
import { texts } from './texts.ts'

const REQUIRED: readonly Column[] = ['reference', 'amount']
const LONGEST_REFERENCE = 64

/** In lower case. Excel and LibreOffice write truth values in the user's language. */
const TRUE = new Set(['true', '1', 'yes', 'sim', 'verdadeiro'])
const FALSE = new Set(['', 'false', '0', 'no', 'não', 'nao', 'falso'])

/** What spreadsheets make of a long number, of a formula and of a date, in either language. */
const CHANGED =
  /^(?:[+-]?\d(?:[.,]\d+)?E[+-]\d{2,}|#(?:\p{Lu}[\p{Lu}\d/]*[?!]|N\/(?:A|D|DISP)|#+)|Erro?:\d{3}|(?=.*\d)(?:\d\d?[/-])?(?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\.?(?:[/-]\d\d)?)$/u

/** A column of the file, with the name that it has there. */
interface Heading {
  column: Column
  name: string
}

type Cells = Partial<Record<Column, { name: string; text: string }>>

/** Reads a whole file into the rows. Failure (usage) with every error and its line, if there is one. */
export async function checkAll(
  source: AsyncIterable<Buffer>,
  name: Text,
  rows: Rows,
  own: OwnHeadings,
  onEncoding: Parameters<typeof csvRecords>[2],
): Promise<void> {
  const check = new Check(rows, own)
  try {
    for await (const records of csvRecords(source, name, onEncoding)) {
      for (const record of records) check.handle(record)
    }
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    check.refuse(error.line, () => texts.notChecked(localized(error.text)), error.next)
  }
  check.end(name)
}

class Check {
  readonly #rows: Rows
  readonly #own: OwnHeadings
  readonly #listed: Text[] = []
  /** The columns in the order of the file, after the header was read; null for one that is carried along. */
  #columns: (Heading | null)[] | undefined
  #last = 0

  constructor(rows: Rows, own: OwnHeadings) {
    this.#rows = rows
    this.#own = own
  }

  handle({ line, separator, cells: read }: CsvRecord): void {
    // If rows were deleted, spreadsheets may write them as empty cells.
    if (read.every(text => text?.trim() === '')) return
    this.#last = line
    const lost = read.includes(null)
    if (lost) this.refuse(line, texts.otherEncoding, [texts.saveIt])
    const row = read.map(text => text ?? '')
    if (this.#columns === undefined) {
      this.#columns = this.#header(line, row)
      this.#rows.hasValidity = this.#columns.some(heading => heading?.column === 'validity')
    } else if (!lost) this.#row(line, this.#columns, row, separator)
  }

  refuse(line: number, message: Text, next: readonly Step[] = []): void {
    this.#listed.push(() => texts.inLine(line, [localized(message), ...next.map(stepText)].join('; ')))
  }

  /** Throws if there was any error. */
  end(name: Text): void {
    if (this.#last === 0 && this.#listed.length === 0) {
      throw new Failure('usage', () => texts.isEmpty(localized(name)), {
        next: () => texts.firstLine(columnNames()),
      })
    }
    if (this.#listed.length === 0 && this.#rows.count === 0) {
      throw new Failure('usage', () => texts.noRows(localized(name)), { next: texts.writeRows })
    }
    if (this.#listed.length === 0) return
    throw new Failure('usage', () => texts.errorsIn(localized(name), this.#listed.length), {
      lines: this.#listed,
      next: texts.correctFile,
    })
  }

  #header(line: number, cells: readonly string[]): (Heading | null)[] {
    const [separator] = /^sep=.?/.exec(cells.join(';')) ?? []
    if (separator !== undefined) throw new BrokenCsv(line, () => texts.forExcel(separator))
    const names = cells.map(text => text.trim())
    const columns = names.map(name => columnOf(name) ?? null)
    for (const [column, heading] of this.#own) {
      const at = placeOf(heading, names)
      if (at >= 0) columns[at] = column
      else this.refuse(line, () => texts.noHeading(heading), [() => texts.headingsAre(names.join(', '))])
    }
    for (const [index, column] of columns.entries()) {
      const name = names[index]!
      const near = column === null ? nearColumn(name) : undefined
      const first = column === null ? names.indexOf(name) : columns.indexOf(column)
      if (name === '') {
        this.refuse(line, () => texts.noName(index + 1), [texts.deleteNameless])
      } else if (near) {
        const isThere = columns.includes(near)
        const what = isThere ? texts.nearlyColumn : texts.unknownColumn
        const next = isThere ? texts.renameColumn : texts.correctColumn
        this.refuse(line, () => what(JSON.stringify(name), texts.columns[near]()), [next])
      } else if (first < index) {
        this.refuse(line, () => texts.columnTwice(names[first]!, name), [texts.renameColumn])
      }
    }
    for (const column of REQUIRED.filter(column => !columns.includes(column) && !this.#own.has(column))) {
      const name = texts.columns[column]
      this.refuse(line, () => texts.columnMissing(name()), [() => texts.nameColumn(name())])
    }
    this.#rows.carried = names
      .filter((_, index) => columns[index] === null)
      .map(name => ({ name, longest: name.length }))
    return columns.map((column, index) => column && { column, name: names[index]! })
  }

  #row(line: number, columns: readonly (Heading | null)[], row: readonly string[], separator: string): void {
    if (row.length !== columns.length) {
      this.refuse(line, () => texts.cellsDiffer(row.length, columns.length), [texts.quoteSeparator])
      return
    }
    const split = separator === ',' && splitAmount(columns, row)
    if (split) {
      this.refuse(line, () => texts.splitAmount(split), [texts.quoteSeparator])
      return
    }
    const cells: Cells = {}
    for (const [index, heading] of columns.entries()) {
      if (heading) cells[heading.column] = { name: heading.name, text: row[index]! }
    }
    const tried = <T>(column: Column, read: (text: string, name: string) => T) =>
      this.#tried(line, cells, column, read)
    const reference = tried('reference', checkReference)
    const amount = tried('amount', checkAmount)
    const description = tried('description', checkDescription)
    const passFee = tried('passFee', readTruth)
    const validityMinutes = tried('validity', (text, name) => checkValidity(text.trim() || undefined, name))
    const asked = { amount, description, passFee, validityMinutes }
    const isWhole = Object.values(asked).every(value => value !== undefined)
    const request = isWhole ? (asked as ChargeRequest) : null
    // A repeated reference is reported even if the row has other errors.
    const carried = row.filter((_, index) => columns[index] === null)
    const earlier = reference === undefined ? null : this.#rows.add({ line, reference, request, carried })
    if (earlier !== null) this.refuse(line, () => texts.referenceTwice(JSON.stringify(reference), earlier))
  }

  #tried<T>(
    line: number,
    cells: Cells,
    column: Column,
    read: (text: string, name: string) => T,
  ): T | undefined {
    const cell = cells[column]
    // The missing column was already reported.
    if (cell === undefined && REQUIRED.includes(column)) return undefined
    const value = attempt(() => read(cell?.text ?? '', cell?.name ?? column))
    if (!(value instanceof Failure)) return value
    this.refuse(line, value.text, value.next)
    return undefined
  }
}

/** An amount such as `35,90` that commas may have made two cells of: the rest of the row has a cell less then. */
function splitAmount(columns: readonly (Heading | null)[], row: readonly string[]): string | undefined {
  const at = columns.findIndex(heading => heading?.column === 'amount')
  const [reais = '', cents = ''] = at < 0 ? [] : row.slice(at, at + 2).map(cell => cell.trim())
  return /^(?:R\$\s*)?\d+$/i.test(reais) && /^\d\d$/.test(cents) ? `${reais},${cents}` : undefined
}

function checkReference(cell: string): string {
  const text = cell.trim().normalize('NFC')
  const length = codePoints(text)
  const next = () => texts.referenceForm(LONGEST_REFERENCE)
  if (length === 0) throw new Failure('usage', texts.referenceMissing, { next })
  if (length > LONGEST_REFERENCE) {
    throw new Failure('usage', () => texts.referenceTooLong(length), { next })
  }
  if (CHANGED.test(text)) {
    throw new Failure('usage', () => texts.referenceChanged(text), { next: texts.formatAsText })
  }
  const unseen = unseenIn(text)
  if (unseen) throw new Failure('usage', () => texts.referenceUnseen(unseen), { next })
  return text
}

function readTruth(text: string, name: string): boolean {
  const word = text.trim().normalize('NFC').toLowerCase()
  if (TRUE.has(word)) return true
  if (FALSE.has(word)) return false
  throw new Failure('usage', () => texts.notTruth(name, text), { next: () => texts.truthForm(name) })
}
