/** Prints the results of the rows in the order of the file, in every output format, and writes their QR codes. */

import { isNotSent, type RowResult } from '#charges/from-file/results.ts'
import type { Rows } from '#charges/from-file/rows.ts'
import type { ListFormat } from '#cli/flags/charges.ts'
import { toJsonLine } from '#cli/output/json.ts'
import type { Output } from '#cli/output/output.ts'
import { dataOf } from '#cli/output/present.ts'
import { escapeControls } from '#lib/escape.ts'
import { type Failure, oneLine } from '#lib/failure.ts'
import { formatLocal } from '#lib/local-time.ts'
import { suggest } from '#lib/suggestion.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import type { Csv } from '#terminal/csv.ts'
import type { Paint, Style } from '#terminal/style.ts'
import { type Column, formatTable, type TableCell } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { shorten } from '#terminal/width.ts'
import { pictureName, writePicture } from './pictures.ts'
import type { Progress } from './progress.ts'
import { texts } from './texts.ts'

interface PrintingOptions {
  out: Output
  format: ListFormat
  rows: Rows
  progress: Progress
  /** The folder for the QR codes; undefined if none are wanted. */
  pictures: string | undefined
}

export class Printing {
  readonly #options: PrintingOptions
  #printed = 0
  /** How many pictures could not be written, and why the first one couldn't. */
  readonly missingPictures = { count: 0, why: undefined as unknown }

  constructor(options: PrintingOptions) {
    this.#options = options
  }

  async run(results: AsyncIterable<readonly RowResult[]>): Promise<void> {
    const { out, format, progress, pictures } = this.#options
    if (typeof format === 'object') await out.data(format.header(COLUMNS))
    if (format === 'human') await out.data(await this.#table([], true))
    for await (const ready of results) {
      if (pictures !== undefined) for (const result of ready) await this.#picture(result)
      const text =
        format === 'human'
          ? await this.#table(ready, false)
          : ready.map(result => lineOf(format, result)).join('')
      if (text !== '') await out.data(text)
      // In JSON the line itself has the error.
      if (format !== 'json') for (const result of ready) this.#warn(result)
      this.#printed += ready.length
      progress.update(this.#printed)
    }
  }

  /** A part of the table; all parts have the same columns. */
  #table(results: readonly RowResult[], header: boolean): Promise<string> {
    const { out, rows } = this.#options
    const { heads, outcomes } = texts
    const columns: Column[] = [
      { header: heads.reference(), minWidth: 8 },
      { header: heads.outcome() },
      { header: heads.amount(), align: 'right' },
      { header: heads.expires(), dropRank: 1 },
      { header: 'ID', whole: true },
    ]
    const reference = 'x'.repeat(Math.min(WIDEST_REFERENCE, rows.longestReference))
    const alike = Object.values(outcomes).map(word => [reference, word(), ...WIDEST_CELLS])
    const cellsOfAll = results.map(result => humanCells(result, out.style))
    return formatTable(columns, cellsOfAll, { style: out.style, columns: out.columns, header, alike })
  }

  async #picture({ row: { reference }, created }: RowResult): Promise<void> {
    const { out, pictures, rows } = this.#options
    if (!created) return
    const { id, pixCode } = created.payment
    if (pixCode === null) {
      return out.warn(suggest('charges get', { say: texts.noCodeYet(JSON.stringify(reference)), args: [id] }))
    }
    try {
      await writePicture(pictures!, pictureName(reference, rows.isUniqueIgnoringCase(reference)), pixCode)
    } catch (error) {
      this.missingPictures.count++
      this.missingPictures.why ??= error
    }
  }

  #warn({ row: { line, reference }, outcome, failure }: RowResult): void {
    if (!failure) return
    const what = oneLine(failure.localized, ...failure.localizedLines)
    this.#options.out.warn(
      texts.rowFailed(line, JSON.stringify(reference), isNotSent(failure) ? 'notSent' : outcome, what),
    )
  }
}

/** In the order that scripts rely on. */
const COLUMNS = ['reference', 'outcome', 'id', 'status', 'amount', 'netAmount', 'expiresAt', 'pixCode']
/** On a terminal a longer reference is shortened. */
const WIDEST_REFERENCE = 24
/** The widest amount, time and id. */
const WIDEST_CELLS = ['R$ 1.000,00', '2026-11-20 14:03:22', 'x'.repeat(28)]

/** The result of a row, with its line feed; empty if the format prints nothing for it. */
function lineOf(format: Exclude<ListFormat, 'human'>, result: RowResult): string {
  if (typeof format === 'object') return csvRow(format, result)
  if (format === 'json') return jsonLine(result)
  if (format === 'tsv') return tsvRow(cells(result))
  return result.created ? `${escapeControls(result.created.payment.id)}\n` : ''
}

function jsonLine({ row, outcome, idempotencyKey, created, failure }: RowResult): string {
  const common = { line: row.line, reference: row.reference, outcome, idempotencyKey }
  return toJsonLine<'charge-create-row'>({
    ...common,
    ...(failure
      ? { error: oneLine(failure.message, ...failure.lines) }
      : { charge: dataOf<'charge'>(created!.text) }),
  })
}

/** The id: a charge that isn't the one that was asked for shows only its id, and not even that if it is another creation's. */
function idOf(outcome: RowResult['outcome'], failure: Failure | null): string | null {
  return (outcome !== 'unknown' && failure?.details.paymentId) || null
}

function cells({ row, outcome, created, failure }: RowResult): (string | null)[] {
  const charge = created?.payment
  if (!charge) return [row.reference, outcome, idOf(outcome, failure), null, null, null, null, null]
  const amounts = [decimalAmount(charge.amount), decimalAmount(charge.netAmount)]
  return [row.reference, outcome, charge.id, charge.status, ...amounts, charge.expiresAt, charge.pixCode]
}

function csvRow(csv: Csv, result: RowResult): string {
  return csv.row(
    cells(result).map((cell, index) => {
      const column = COLUMNS[index]!
      if (column === 'expiresAt') return csv.time(cell)
      if (column === 'outcome' || column === 'status') return csv.word(cell)
      return column.toLowerCase().endsWith('amount') && cell !== null ? csv.decimal(cell) : csv.text(cell)
    }),
  )
}

function humanCells({ row, outcome, created, failure }: RowResult, style: Style): TableCell[] {
  const charge = created?.payment
  return [
    shorten(row.reference, WIDEST_REFERENCE),
    {
      text: texts.outcomes[isNotSent(failure) ? 'notSent' : outcome](),
      paint: outcomePaint(outcome, failure !== null, style),
    },
    charge ? humanAmount(charge.amount) : '',
    charge?.expiresAt ? formatLocal(charge.expiresAt) : '',
    // In a narrow window it has a line of its own: without one, a row would stand below the id of another.
    charge?.id ?? idOf(outcome, failure) ?? '-',
  ]
}

function outcomePaint(outcome: RowResult['outcome'], failed: boolean, style: Style): Paint {
  if (failed) return style.red
  return outcome === 'created' ? style.green : style.dim
}
