/** Formats the result of a row, in every output format. */

import { isNotSent, type RowEnd, type RowOutcome } from '#charges/from-file/results.ts'
import { texts } from '#charges/from-file/texts.ts'
import type { ListFormat } from '#cli/flags/csv.ts'
import { escapeControls } from '#lib/escape.ts'
import { oneLine } from '#lib/failure.ts'
import { formatJsonLine, parseLossless } from '#lib/json.ts'
import { formatLocal } from '#lib/local-time.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import type { Csv } from '#terminal/csv.ts'
import type { Paint, Style } from '#terminal/style.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { displayWidth, shorten } from '#terminal/width.ts'

/** In the order that scripts rely on. */
const COLUMNS = ['reference', 'outcome', 'id', 'status', 'amount', 'netAmount', 'expiresAt', 'pixCode']
/** On a terminal a longer reference is shortened. */
const WIDEST_REFERENCE = 24
const AMOUNT_WIDTH = 'R$ 1.000,00'.length
const TIME_WIDTH = '2026-11-20 14:03:22'.length

export interface Window {
  style: Style
  columns: number
  longestReference: number
}

/** What is printed before the first row; empty if the format has no header. */
export function headerOf(format: ListFormat, { style, ...window }: Window): string {
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
export function lineOf(format: ListFormat, end: RowEnd, window: Window): string {
  if (typeof format === 'object') return csvRow(format, end)
  switch (format) {
    case 'json':
      return jsonLine(end)
    case 'quiet':
      return end.created ? `${escapeControls(end.created.payment.id)}\n` : ''
    case 'tsv':
      return tsvRow(cells(end))
    case 'human':
      return humanLine(end, window)
  }
}

function jsonLine({ row, outcome, idempotencyKey, created, failure }: RowEnd): string {
  const common = { line: row.line, reference: row.reference, outcome, idempotencyKey }
  if (failure) return formatJsonLine({ ...common, error: oneLine(failure.message, ...failure.lines) })
  return formatJsonLine({ ...common, charge: (parseLossless(created!.text) as { data: unknown }).data })
}

/** A charge that isn't the one that was asked for shows only its id: its Pix code must not be shown. */
function cells({ row, outcome, created, failure }: RowEnd): (string | null)[] {
  const charge = created?.payment
  if (!charge) return [row.reference, outcome, failure?.details.id ?? null, null, null, null, null, null]
  return [
    row.reference,
    outcome,
    charge.id,
    charge.status,
    decimalAmount(charge.amount),
    decimalAmount(charge.netAmount),
    charge.expiresAt,
    charge.pixCode,
  ]
}

function csvRow(csv: Csv, end: RowEnd): string {
  return csv.row(
    cells(end).map((cell, index) => {
      const column = COLUMNS[index]!
      if (column === 'expiresAt') return csv.time(cell)
      if (column === 'outcome' || column === 'status') return csv.word(cell)
      return column.toLowerCase().endsWith('amount') && cell !== null ? csv.decimal(cell) : csv.text(cell)
    }),
  )
}

function humanLine({ row, outcome, created, failure }: RowEnd, { style, ...window }: Window): string {
  const charge = created?.payment
  const reference = fitted(escapeControls(row.reference), window)
  const word = texts.outcomes[isNotSent(failure) ? 'notSent' : outcome]().padEnd(outcomeWidth())
  const said = outcomePaint(outcome, failure !== null, style)(word)
  const amount = (charge ? humanAmount(charge.amount) : '').padStart(AMOUNT_WIDTH)
  const expires = (charge?.expiresAt ? formatLocal(charge.expiresAt) : '').padEnd(TIME_WIDTH)
  const id = escapeControls(charge?.id ?? failure?.details.id ?? '')
  return laid([reference, said, amount, expires, id], window)
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
  const width = Math.min(
    referenceWidth(longestReference),
    Math.max(8, columns - outcomeWidth() - AMOUNT_WIDTH - 4),
  )
  const short = shorten(text, width)
  return short + ' '.repeat(Math.max(0, width - displayWidth(short)))
}

function outcomePaint(outcome: RowOutcome, failed: boolean, style: Style): Paint {
  if (failed) return style.red
  return outcome === 'created' ? style.green : style.dim
}
