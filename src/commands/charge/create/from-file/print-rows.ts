/** Prints the results of the rows in the order of the file, in every output format, and writes their QR codes and the page of these. */

import { isNotSent, type RowResult } from '#charges/from-file/results.ts'
import type { Rows } from '#charges/from-file/rows.ts'
import type { ListFormat } from '#cli/flags/charges.ts'
import type { Output } from '#cli/output/output.ts'
import { dataOf } from '#cli/output/present.ts'
import { toJsonLine } from '#cli/output/typed-json.ts'
import { escapeControls } from '#lib/escape.ts'
import { type Failure, oneLine } from '#lib/failure.ts'
import { formatLocal } from '#lib/local-time.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import { csvCell } from '#terminal/charge.ts'
import type { Style } from '#terminal/style.ts'
import { type Column, formatTable, type TableCell } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { shorten } from '#terminal/width.ts'
import { CodePage } from './code-page.ts'
import { pictureName, writePicture } from './pictures.ts'
import type { Progress } from './progress.ts'
import { texts } from './texts.ts'

interface PrintingOptions {
  out: Output
  format: ListFormat
  rows: Rows
  progress: Progress
  /** The folder for the QR codes, and what their page says of the rows; undefined if none are wanted. */
  pictures: { folder: string; title: string } | undefined
  /** Called with the headers of columns that have no room. */
  onLeftOut(headers: readonly string[]): void
}

export class Printing {
  readonly #options: PrintingOptions
  #printed = 0
  readonly #page: CodePage | undefined
  /** How many files could not be written, and why the first one couldn't. */
  readonly missingPictures = { count: 0, why: undefined as unknown }

  constructor(options: PrintingOptions) {
    this.#options = options
    const { pictures } = options
    this.#page = pictures && new CodePage(pictures.folder, pictures.title)
  }

  async run(results: AsyncIterable<RowResult>): Promise<void> {
    const { out, format, progress, pictures, rows } = this.#options
    const carried = rows.carried.map(({ name }) => name)
    if (typeof format === 'object') await out.data(format.header(COLUMNS, carried))
    if (format === 'human') await out.data(await this.#table(null))
    for await (const result of results) {
      if (pictures) await this.#onDisk(this.#picture(result, pictures.folder))
      await this.#onDisk(this.#page?.add(result))
      await out.data(format === 'human' ? await this.#table(result) : lineOf(format, result, carried))
      // In JSON the line itself has the error.
      if (format !== 'json') this.#warn(result)
      progress.update(++this.#printed)
    }
  }

  /** Ends the page of the codes. Without all rows the one of an earlier run stays. */
  async end(isWhole: boolean): Promise<void> {
    await this.#onDisk(this.#page?.end(isWhole))
  }

  /** A row of the table, or its header; all have the same columns. */
  #table(result: RowResult | null): Promise<string> {
    const { out, rows, onLeftOut } = this.#options
    const { heads, outcomes } = texts
    const columns: Column[] = [
      { header: heads.reference(), minWidth: 8 },
      { header: heads.outcome() },
      { header: heads.amount(), align: 'right' },
      { header: heads.expires(), dropRank: 1 },
      { header: 'ID', whole: true },
      ...rows.carried.map(({ name }, index) => ({
        header: shorten(name, WIDEST_CARRIED),
        dropRank: 2 + index,
      })),
    ]
    const reference = 'x'.repeat(Math.min(WIDEST_REFERENCE, rows.longestReference))
    const carried = rows.carried.map(({ longest }) => 'x'.repeat(Math.min(WIDEST_CARRIED, longest)))
    const alike = Object.values(outcomes).map(word => [reference, word(), ...WIDEST_CELLS, ...carried])
    const cells = result ? [humanCells(result, out.style)] : []
    const fitting = { columns: out.columns, header: !result, alike, onLeftOut }
    return formatTable(columns, cells, { style: out.style, ...fitting })
  }

  async #picture({ row: { reference }, created }: RowResult, folder: string): Promise<void> {
    const { pixCode = null } = created?.payment ?? {}
    if (pixCode === null) return
    const name = pictureName(reference, this.#options.rows.hasOwnName(reference))
    await writePicture(folder, name, pixCode)
  }

  /** Counts what could not be written. */
  async #onDisk(written: Promise<void> | undefined): Promise<void> {
    try {
      await written
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
const WIDEST_CARRIED = 24
/** The widest amount, time and id. */
const WIDEST_CELLS = ['R$ 1.000,00', '2026-11-20 14:03:22', 'x'.repeat(28)]

/** The result of a row, with its line feed; empty if the format prints nothing for it. */
function lineOf(format: Exclude<ListFormat, 'human'>, result: RowResult, carried: readonly string[]): string {
  if (typeof format === 'object') {
    const own = cells(result).map((cell, index) => csvCell(format, COLUMNS[index]!, cell))
    return format.row([...own, ...result.row.carried.map(format.text)])
  }
  if (format === 'json') return jsonLine(result, carried)
  if (format === 'tsv') return tsvRow([...cells(result), ...result.row.carried])
  return result.created ? `${escapeControls(result.created.payment.id)}\n` : ''
}

function jsonLine(
  { row, outcome, idempotencyKey, created, failure }: RowResult,
  carried: readonly string[],
): string {
  const columns = Object.fromEntries(carried.map((name, index) => [name, row.carried[index]!]))
  const common = { line: row.line, reference: row.reference, outcome, idempotencyKey }
  return toJsonLine<'charge-create-row'>({
    ...common,
    ...(failure
      ? { error: oneLine(failure.message, ...failure.lines) }
      : { charge: dataOf<'charge'>(created!.text) }),
    ...(carried.length > 0 && { columns }),
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

function humanCells({ row, outcome, created, failure }: RowResult, style: Style): TableCell[] {
  const charge = created?.payment
  return [
    shorten(row.reference, WIDEST_REFERENCE),
    {
      text: texts.outcomes[isNotSent(failure) ? 'notSent' : outcome](),
      paint: failure ? style.red : outcome === 'created' ? style.green : style.dim,
    },
    charge ? humanAmount(charge.amount) : '',
    charge?.expiresAt ? formatLocal(charge.expiresAt) : '',
    // In a narrow window it has a line of its own: without one, a row would stand below the id of another.
    charge?.id ?? idOf(outcome, failure) ?? '-',
    ...row.carried.map(cell => shorten(cell, WIDEST_CARRIED)),
  ]
}
