/** CSV for programs (RFC 4180), and for a Brazilian Excel or LibreOffice. */

import { escapeControls } from '../shared/escape.ts'
import { brazilianDay, formatBrazilian } from '../shared/local-time.ts'
import { once } from '../shared/once.ts'

/** The values of `--csv-style`, the default first. */
export const CSV_STYLES = ['rfc4180', 'excel-br'] as const
export type CsvStyle = (typeof CSV_STYLES)[number]

/** Writes the cells and records of one style. */
export interface Csv {
  /** The first record, with everything before it in the file. Its names are the same in every style. */
  header(names: readonly string[]): string
  /** A record of cells from the functions below, ending with CR LF. */
  row(cells: readonly string[]): string
  /** Text from outside: controls escaped, and never calculated or changed by a spreadsheet. Null is an empty cell. */
  text(text: string | null): string
  /** A whole number or a truth value. Null is an empty cell. */
  value(value: number | boolean | null): string
  /** An amount, or another number, from `decimalAmount` or `toDecimal`: `10.50`. */
  decimal(text: string): string
  /** A time as the service gave it (ISO 8601). Null is an empty cell. */
  time(iso: string | null): string
  /** A local day: `2026-11-20`. */
  day(day: string): string
}

export function csvOf(style: CsvStyle = 'rfc4180'): Csv {
  return style === 'excel-br' ? EXCEL_BR : RFC_4180
}

// What a spreadsheet reads as the start of a formula.
const FORMULA = /^[=+\-@\t\r]/

/** `text` with control characters escaped. `'` in front stops a spreadsheet from calculating or changing it. */
function asText(text: string, isAtRisk: boolean): string {
  const escaped = escapeControls(text)
  return isAtRisk ? `'${escaped}` : escaped
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

function comma(cell: string): string {
  return /[",]/.test(cell) ? quoted(cell) : cell
}

const RFC_4180: Csv = {
  header: names => RFC_4180.row(names),
  row: cells => `${cells.join(',')}\r\n`,
  text: text => (text === null ? '' : comma(asText(text, FORMULA.test(text)))),
  value: value => (value === null ? '' : String(value)),
  // No `'` in front: -0.05 is an amount.
  decimal: text => comma(escapeControls(text)),
  time: iso => RFC_4180.text(iso),
  day: day => day,
}

/** Without it Excel reads the file as Windows-1252. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * `;` because the comma is the decimal separator. Excel and LibreOffice read `20/11/2026 14:03:22` as a time. `true`
 * and `false` stay words: only VERDADEIRO would be read as a truth value.
 */
const EXCEL_BR: Csv = {
  header: names => BYTE_ORDER_MARK + EXCEL_BR.row(names),
  row: cells => `${cells.join(';')}\r\n`,
  text: text => {
    if (text === null) return ''
    const isAtRisk = FORMULA.test(text) || FORMULA.test(text.trimStart()) || mayBecomeValue(text)
    const cell = asText(text, isAtRisk)
    return /[";]/.test(cell) ? quoted(cell) : cell
  },
  value: value => (value === null ? '' : String(value)),
  decimal: text => (/^-?\d+(?:\.\d+)?$/.test(text) ? text.replace('.', ',') : EXCEL_BR.text(text)),
  time: iso => (iso === null ? '' : (formatBrazilian(iso) ?? EXCEL_BR.text(iso))),
  day: brazilianDay,
}

// Only a spreadsheet's style needs these, and V8 needs a third of a millisecond to make them.
const valueCharacters = once(() => /^[\s\p{L}\p{Nd}.,:/%()+\p{Sc}-]*$/u)
const MONTHS =
  'jan|janeiro|january|fev|fevereiro|feb|february|mar|março|march|abr|abril|apr|april|mai|maio|may|jun|junho|june|jul|julho|july|ago|agosto|aug|august|set|setembro|sep|sept|september|out|outubro|oct|october|nov|novembro|november|dez|dezembro|dec|december'
const beforeDigits = once(() => new RegExp(`^(?:brl|${MONTHS})$`, 'i'))
const afterDigits = once(() => new RegExp(`^(?:brl|e|a|p|am|pm|de|${MONTHS})$`, 'i'))
const constant = once(() => /^\s*(?:true|false|verdadeiro|falso|#n\/[ad]|#[\p{L}/0]+[!?])\s*$/iu)

/**
 * Whether a Brazilian spreadsheet may read text as something else, which quotes don't prevent: `00123` and `1e5` as
 * numbers, `1/2` and `20 nov` as days, `50%`, `VERDADEIRO`.
 */
function mayBecomeValue(text: string): boolean {
  if (constant().test(text)) return true
  if (!valueCharacters().test(text)) return false
  const plain = text.replace(/r\$/i, '')
  const digit = plain.search(/\p{Nd}/u)
  if (digit === -1) return false
  const words = (part: string) => part.match(/\p{L}+/gu) ?? []
  return (
    words(plain.slice(0, digit)).every(word => beforeDigits().test(word)) &&
    words(plain.slice(digit)).every(word => afterDigits().test(word))
  )
}
