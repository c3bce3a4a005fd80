/** Checks all rows of a file before anything is sent, and lists every error with its line. */

import { isUtf8 } from 'node:buffer'
import type { ChargeRequest } from '#contract/charge.ts'
import { codePoints } from '#contract/limits.ts'
import { Failure } from '#lib/failure.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { english, said, type Text } from '#lib/language.ts'
import { nearest, usualName } from '#lib/nearest.ts'
import { type Step, stepText } from '#lib/suggestion.ts'
import { checkDescription, checkValidity } from '../creations/request.ts'
import { BrokenCsv, type CsvRecord, csvRecords } from './csv-records.ts'
import { type Rows, unseenIn } from './rows.ts'
import { texts } from './texts.ts'

const COLUMNS = ['reference', 'amount', 'description', 'passFee', 'validity'] as const
const REQUIRED: readonly Column[] = ['reference', 'amount']
const LONGEST_REFERENCE = 64
/** How many errors are listed. Of the others only the number is printed. */
const MOST_LISTED = 50

/** In lower case. Excel and LibreOffice write truth values in the user's language. */
const TRUE = new Set(['true', '1', 'yes', 'sim', 'verdadeiro'])
const FALSE = new Set(['', 'false', '0', 'no', 'não', 'nao', 'falso'])

type Column = (typeof COLUMNS)[number]
type Cells = Partial<Record<Column, string>>

/** Reads a whole file into the rows. Failure (usage) with every error and its line, if there is one. */
export async function checkAll(source: AsyncIterable<Buffer>, name: Text, rows: Rows): Promise<void> {
  const check = new Check(rows)
  try {
    for await (const records of csvRecords(source, name)) {
      for (const record of records) check.take(record)
    }
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    check.refuse(error.line, () => texts.notChecked(said(error.text)))
  }
  check.end(name)
}

class Check {
  readonly #rows: Rows
  readonly #listed: Text[] = []
  /** By what it says, so that each is there once. */
  readonly #advice = new Map<string, Step>()
  #errors = 0
  /** The columns in the order of the file, after the header was read; null for an unknown one. */
  #columns: (Column | null)[] | undefined
  #last = 0

  constructor(rows: Rows) {
    this.#rows = rows
  }

  take({ line, cells }: CsvRecord): void {
    const read = cells.map(cell => (isUtf8(cell) ? cell.toString('utf8') : null))
    // If rows were deleted, spreadsheets may write them as empty cells.
    if (read.every(text => text?.trim() === '')) return
    this.#last = line
    const lost = read.includes(null)
    if (lost) this.refuse(line, texts.notUtf8, [texts.saveFile])
    const row = read.map(text => text ?? '')
    if (this.#columns === undefined) this.#columns = this.#header(line, row)
    else if (!lost) this.#row(line, this.#columns, row)
  }

  refuse(line: number, message: Text, next: readonly Step[] = []): void {
    this.#errors++
    if (this.#listed.length < MOST_LISTED) this.#listed.push(() => texts.inLine(line, said(message)))
    for (const step of next) {
      const words = english(() => stepText(step))
      this.#advice.set(words, step)
    }
  }

  /** Throws if there was any error. */
  end(name: Text): void {
    if (this.#last === 0 && this.#errors === 0) {
      throw new Failure('usage', () => texts.isEmpty(said(name)), {
        next: () => texts.firstLine(`${COLUMNS}`),
      })
    }
    if (this.#errors === 0 && this.#rows.count === 0) {
      throw new Failure('usage', () => texts.noRows(said(name)), { next: texts.writeRows })
    }
    if (this.#errors === 0) return
    const more = this.#errors - this.#listed.length
    throw new Failure('usage', () => texts.errorsIn(said(name), this.#errors), {
      lines: more === 0 ? this.#listed : [...this.#listed, () => texts.andMore(more)],
      next: [...this.#advice.values(), texts.correctFile],
    })
  }

  #header(line: number, cells: readonly string[]): (Column | null)[] {
    const names = cells.map(text => text.trim())
    const [separator] = /^sep=.?/.exec(cells.join(';')) ?? []
    if (separator !== undefined) throw new BrokenCsv(line, () => texts.forExcel(separator))
    for (const [index, name] of names.entries()) {
      if (name === '') {
        this.refuse(line, () => texts.noName(index + 1), [texts.deleteNameless])
      } else if (!isColumn(name)) {
        const missing = COLUMNS.filter(each => !names.includes(each))
        const near = nearest(usualName(name) === undefined ? COLUMNS : missing, name)
        this.refuse(line, () => texts.unknownColumn(JSON.stringify(name), near), [
          () => texts.columnsAre(COLUMNS.join(', ')),
        ])
      } else if (names.indexOf(name) < index) this.refuse(line, () => texts.columnTwice(name))
    }
    for (const name of REQUIRED) {
      if (!names.includes(name)) this.refuse(line, () => texts.columnMissing(name))
    }
    return names.map(name => (isColumn(name) ? name : null))
  }

  #row(line: number, columns: readonly (Column | null)[], row: readonly string[]): void {
    if (row.length !== columns.length) {
      this.refuse(line, () => texts.cellsDiffer(row.length, columns.length), [texts.quoteSeparator])
      return
    }
    const cells: Cells = {}
    for (const [index, column] of columns.entries()) if (column) cells[column] = row[index]!
    const reference = this.#tried(line, cells, 'reference', checkReference)
    const request = this.#request(line, cells)
    // A repeated reference is reported even if the row has other errors.
    const earlier = reference === undefined ? null : this.#rows.add({ line, reference, request })
    if (earlier !== null) this.refuse(line, () => texts.referenceTwice(JSON.stringify(reference), earlier))
  }

  #tried<T>(line: number, cells: Cells, column: Column, read: (text: string) => T): T | undefined {
    const text = cells[column]
    // The missing column was already reported.
    if (text === undefined && REQUIRED.includes(column)) return undefined
    try {
      return read(text ?? '')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      this.refuse(line, error.text, error.next)
      return undefined
    }
  }

  #request(line: number, cells: Cells): ChargeRequest | null {
    const tried = <T>(column: Column, read: (text: string) => T) => this.#tried(line, cells, column, read)
    const amount = tried('amount', text => checkAmount(text.trim(), 'amount'))
    const description = tried('description', checkDescription)
    const passFee = tried('passFee', readTruth)
    const validityMinutes = tried('validity', text => checkValidity(text.trim() || undefined, 'validity'))
    if (amount === undefined || description === undefined || passFee === undefined) return null
    return validityMinutes === undefined ? null : { amount, description, passFee, validityMinutes }
  }
}

function isColumn(name: string): name is Column {
  return (COLUMNS as readonly string[]).includes(name)
}

function checkReference(cell: string): string {
  const text = cell.trim().normalize('NFC')
  const length = codePoints(text)
  const next = () => texts.referenceForm(LONGEST_REFERENCE)
  if (length === 0) throw new Failure('usage', texts.referenceMissing, { next })
  if (length > LONGEST_REFERENCE) {
    throw new Failure('usage', () => texts.referenceTooLong(length), { next })
  }
  const unseen = unseenIn(text)
  if (unseen) throw new Failure('usage', () => texts.referenceUnseen(unseen), { next })
  return text
}

function readTruth(text: string): boolean {
  const word = text.trim().normalize('NFC').toLowerCase()
  if (TRUE.has(word)) return true
  if (FALSE.has(word)) return false
  throw new Failure('usage', () => texts.notTruth(text), { next: texts.truthForm })
}
