/** Checks all rows of a file before anything is sent, and lists every error with its line. */

import { isUtf8 } from 'node:buffer'
import { checkAmount } from '../../../../cli/flags/arguments.ts'
import type { ChargeRequest } from '../../../../contract/charge.ts'
import { codePoints } from '../../../../contract/limits.ts'
import { Failure } from '../../../../shared/failure.ts'
import { nearest } from '../../../../shared/nearest.ts'
import { type Step, stepText } from '../../../../shared/suggestion.ts'
import { checkDescription, checkValidity } from '../request.ts'
import { BrokenCsv, type CsvRecord, csvRecords } from './csv-records.ts'
import type { Rows } from './rows.ts'

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

/**
 * Reads a whole file into the rows.
 * @throws Failure (usage) with every error and its line, if there is one
 */
export async function checkAll(source: AsyncIterable<Buffer>, name: string, rows: Rows): Promise<void> {
  const check = new Check(rows)
  try {
    for await (const records of csvRecords(source, name)) {
      for (const record of records) check.take(record)
    }
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    check.refuse(error.line, `${error.message}; what follows could not be checked`)
  }
  check.end(name)
}

class Check {
  readonly #rows: Rows
  readonly #listed: string[] = []
  readonly #advice = new Set<string>()
  #errors = 0
  /** The columns in the order of the file, after the header was read; null for an unknown one. */
  #columns: (Column | null)[] | undefined
  #last = 0

  constructor(rows: Rows) {
    this.#rows = rows
  }

  take({ line, cells }: CsvRecord): void {
    const texts = cells.map(textOf)
    // If rows were deleted, spreadsheets may write them as empty cells.
    if (texts.every(text => text?.trim() === '')) return
    this.#last = line
    const lost = texts.includes(null)
    if (lost) this.refuse(line, 'this is not UTF-8', ['save the file as CSV UTF-8'])
    const read = texts.map(text => text ?? '')
    if (this.#columns === undefined) this.#columns = this.#header(line, read)
    else if (!lost) this.#row(line, this.#columns, read)
  }

  refuse(line: number, message: string, next: readonly Step[] = []): void {
    this.#errors++
    if (this.#listed.length < MOST_LISTED) this.#listed.push(`line ${line}: ${message}`)
    for (const step of next) this.#advice.add(stepText(step))
  }

  /** Throws if there was any error. */
  end(name: string): void {
    if (this.#last === 0 && this.#errors === 0) {
      throw new Failure('usage', `${name} is empty`, { next: `its first line names the columns: ${COLUMNS}` })
    }
    if (this.#errors === 0 && this.#rows.count === 0) {
      throw new Failure('usage', `${name} has a header, but no rows`, {
        next: 'write a row for each charge below the header',
      })
    }
    if (this.#errors === 0) return
    const more = this.#errors - this.#listed.length
    throw new Failure(
      'usage',
      `${name} has ${this.#errors === 1 ? 'an error' : `${this.#errors} errors`}; nothing was sent`,
      {
        lines: more === 0 ? this.#listed : [...this.#listed, `and ${more} more`],
        next: [...this.#advice, 'correct the file, and run the command again'],
      },
    )
  }

  #header(line: number, texts: readonly string[]): (Column | null)[] {
    const names = texts.map(text => text.trim())
    const [separator] = /^sep=.?/.exec(texts.join(';')) ?? []
    if (separator !== undefined)
      throw new BrokenCsv(line, `${separator} is for Excel alone: delete this line`)
    for (const [index, name] of names.entries()) {
      if (name === '') {
        this.refuse(line, `column ${index + 1} has no name`, ['delete the columns that have no name'])
      } else if (!isColumn(name)) {
        const near = nearest(COLUMNS, name)
        const said = near ? `; did you mean ${near}?` : ''
        this.refuse(line, `unknown column ${JSON.stringify(name)}${said}`, [
          `the columns are ${COLUMNS.join(', ')}`,
        ])
      } else if (names.indexOf(name) < index) this.refuse(line, `the column ${name} is there twice`)
    }
    for (const name of REQUIRED) {
      if (!names.includes(name)) this.refuse(line, `the column ${name} is missing`)
    }
    return names.map(name => (isColumn(name) ? name : null))
  }

  #row(line: number, columns: readonly (Column | null)[], texts: readonly string[]): void {
    if (texts.length !== columns.length) {
      this.refuse(line, `this row has ${texts.length} cells, the header ${columns.length}`, [
        'put a cell that has a separator in it in quotes, such as "35,90"',
      ])
      return
    }
    const cells: Cells = {}
    for (const [index, column] of columns.entries()) if (column) cells[column] = texts[index]!
    const reference = this.#tried(line, cells, 'reference', text => checkReference(text.trim()))
    const request = this.#request(line, cells)
    // A repeated reference is reported even if the row has other errors.
    const earlier = reference === undefined ? null : this.#rows.add({ line, reference, request })
    if (earlier !== null) {
      this.refuse(line, `the reference ${JSON.stringify(reference)} is on line ${earlier} already`)
    }
  }

  #tried<T>(line: number, cells: Cells, column: Column, read: (text: string) => T): T | undefined {
    const text = cells[column]
    // The missing column was already reported.
    if (text === undefined && REQUIRED.includes(column)) return undefined
    try {
      return read(text ?? '')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      this.refuse(line, error.message, error.next)
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

/** Null if it isn't UTF-8. */
function textOf(cell: Buffer): string | null {
  return isUtf8(cell) ? cell.toString('utf8') : null
}

function isColumn(name: string): name is Column {
  return (COLUMNS as readonly string[]).includes(name)
}

function checkReference(text: string): string {
  const length = codePoints(text)
  const next = `a reference has 1 to ${LONGEST_REFERENCE} characters on one line`
  if (length === 0) throw new Failure('usage', 'the reference is missing', { next })
  if (length > LONGEST_REFERENCE) {
    throw new Failure('usage', `the reference has ${length} characters`, { next })
  }
  if (/[\p{Cc}\ufffd]/u.test(text)) {
    throw new Failure('usage', 'the reference contains a control character, or a lost one (U+FFFD)', { next })
  }
  return text
}

function readTruth(text: string): boolean {
  const word = text.trim().normalize('NFC').toLowerCase()
  if (TRUE.has(word)) return true
  if (FALSE.has(word)) return false
  throw new Failure('usage', `passFee is neither true nor false: ${text}`, {
    next: 'write passFee as true or false, 1 or 0, yes or no, sim or não; empty is false',
  })
}
