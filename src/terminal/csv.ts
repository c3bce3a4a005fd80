/** CSV as RFC 4180 writes it, which opens safely in a spreadsheet. */

import { escapeControls } from './escape.ts'

// What a spreadsheet takes for the beginning of a formula.
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",]/

/**
 * Text from outside as one CSV cell: controls escaped, a cell that a spreadsheet would take for a
 * formula made text by a leading `'`, and quotes where RFC 4180 asks for them. Null is an empty cell.
 */
export function csvText(text: string | null): string {
  if (text === null) return ''
  const escaped = escapeControls(text)
  return quote(FORMULA.test(text) ? `'${escaped}` : escaped)
}

/** A number or a truth value as one CSV cell, never defused: -0.05 is an amount. Null is an empty cell. */
export function csvValue(value: string | number | boolean | null): string {
  return value === null ? '' : quote(escapeControls(String(value)))
}

/** One CSV record from cells made by {@link csvText} and {@link csvValue}, ending with CR LF. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}

function quote(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
