/** Prints the results of the rows in the order of the file, in every output format, and writes their QR codes. */

import { isNotSent, type RowResult } from '#charges/from-file/results.ts'
import type { Rows } from '#charges/from-file/rows.ts'
import type { ListFormat } from '#cli/flags/charges.ts'
import type { Output } from '#cli/output/output.ts'
import { escapeControls } from '#lib/escape.ts'
import { oneLine } from '#lib/failure.ts'
import { formatJsonLine, parseLossless } from '#lib/json.ts'
import { formatLocal } from '#lib/local-time.ts'
import { suggest } from '#lib/suggestion.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import type { Csv } from '#terminal/csv.ts'
import type { Paint, Style } from '#terminal/style.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { displayWidth, shorten } from '#terminal/width.ts'
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
  readonly #window: Window
  #printed = 0
  /** How many pictures could not be written, and why the first one couldn't. */
  readonly missingPictures = { count: 0, why: undefined as unknown }

  constructor(options: PrintingOptions) {
    const { out, rows } = options
    this.#options = options
    this.#window = { style: out.style, columns: out.columns, longestReference: rows.longestReference }
  }

  async run(results: AsyncIterable<readonly RowResult[]>): Promise<void> {
    const { out, format, progress } = this.#options
    const header = headerOf(format, this.#window)
    if (header !== '') await out.data(header)
    for await (const ready of results) {
      if (this.#options.pictures !== undefined) for (const result of ready) await this.#picture(result)
      const text = ready.map(result => lineOf(format, result, this.#window)).join('')
      if (text !== '') await out.data(text)
      // In JSON the line itself has the error.
      if (format !== 'json') for (const result of ready) this.#warn(result)
      this.#printed += ready.length
      progress.update(this.#printed)
    }
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
const AMOUNT_WIDTH = 'R$ 1.000,00'.length
const TIME_WIDTH = '2026-11-20 14:03:22'.length

interface Window {
  style: Style
  columns: number
  longestReference: number
}

/** What is printed before the first row; empty if the format has no header. */
function headerOf(format: ListFormat, { style, ...window }: Window): string {
  if (typeof format === 'object') return format.header(COLUMNS)
  if (format !== 'human') return ''
  const { heads } = texts
  const names = [
    fitted(heads.reference(), window),
    heads.outcome().padEnd(outcomeWidth()),
    heads.amount().padStart(AMOUNT_WIDTH),
    heads.expires().padEnd(TIME_WIDTH),
    'ID',
  ]
  return laid(names.map(style.bold), window)
}

/** The result of a row, with its line feed; empty if the format prints nothing for it. */
function lineOf(format: ListFormat, result: RowResult, window: Window): string {
  if (typeof format === 'object') return csvRow(format, result)
  if (format === 'json') return jsonLine(result)
  if (format === 'tsv') return tsvRow(cells(result))
  if (format === 'human') return humanLine(result, window)
  return result.created ? `${escapeControls(result.created.payment.id)}\n` : ''
}

function jsonLine({ row, outcome, idempotencyKey, created, failure }: RowResult): string {
  const common = { line: row.line, reference: row.reference, outcome, idempotencyKey }
  if (failure) return formatJsonLine({ ...common, error: oneLine(failure.message, ...failure.lines) })
  return formatJsonLine({ ...common, charge: (parseLossless(created!.text) as { data: unknown }).data })
}

/** A charge that isn't the one that was asked for shows only its id: its Pix code must not be shown. */
function cells({ row, outcome, created, failure }: RowResult): (string | null)[] {
  const charge = created?.payment
  if (!charge) return [row.reference, outcome, failure?.details.id ?? null, null, null, null, null, null]
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

function humanLine({ row, outcome, created, failure }: RowResult, { style, ...window }: Window): string {
  const charge = created?.payment
  const reference = fitted(escapeControls(row.reference), window)
  const word = texts.outcomes[isNotSent(failure) ? 'notSent' : outcome]().padEnd(outcomeWidth())
  const painted = outcomePaint(outcome, failure !== null, style)(word)
  const amount = (charge ? humanAmount(charge.amount) : '').padStart(AMOUNT_WIDTH)
  const expires = (charge?.expiresAt ? formatLocal(charge.expiresAt) : '').padEnd(TIME_WIDTH)
  const id = escapeControls(charge?.id ?? failure?.details.id ?? '')
  return laid([reference, painted, amount, expires, id], window)
}

/** The id is never cut: if it doesn't fit on the line, it gets its own line. */
function laid(parts: readonly string[], { columns, longestReference }: Omit<Window, 'style'>): string {
  const [reference, outcome, amount, expires, id] = parts as [string, string, string, string, string]
  const least = referenceWidth(longestReference) + outcomeWidth() + AMOUNT_WIDTH + 4
  const line = (cells: readonly string[]) => `${cells.join('  ').trimEnd()}\n`
  if (columns >= least + 21 + 28) return line([reference, outcome, amount, expires, id])
  if (columns >= least + 28) return line([reference, outcome, amount, id])
  return line([reference, outcome, amount]) + (id === '' ? '' : line(['', id]))
}

/** The column has room for its header and for every word. */
function outcomeWidth(): number {
  const words = [texts.heads.outcome, ...Object.values(texts.outcomes)]
  return Math.max(...words.map(word => word().length))
}

function referenceWidth(longest: number): number {
  return Math.min(WIDEST_REFERENCE, Math.max(longest, texts.heads.reference().length))
}

function fitted(text: string, { longestReference, columns }: Omit<Window, 'style'>): string {
  const room = Math.max(8, columns - outcomeWidth() - AMOUNT_WIDTH - 4)
  const width = Math.min(referenceWidth(longestReference), room)
  const short = shorten(text, width)
  return short + ' '.repeat(Math.max(0, width - displayWidth(short)))
}

function outcomePaint(outcome: RowResult['outcome'], failed: boolean, style: Style): Paint {
  if (failed) return style.red
  return outcome === 'created' ? style.green : style.dim
}
