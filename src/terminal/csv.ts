/** CSV for programs (RFC 4180), and for a Brazilian Excel or LibreOffice. */

import { escapeControls } from '#lib/escape.ts'
import { brazilianDay, formatBrazilian } from '#lib/local-time.ts'
import { once } from '#lib/once.ts'
import { csvTexts } from './texts.ts'

/** The values of `--csv-style`, the default first. */
export const CSV_STYLES = ['rfc4180', 'excel-br'] as const
export type CsvStyle = (typeof CSV_STYLES)[number]

/** Writes the cells and records of one style. */
export interface Csv {
  style: CsvStyle
  /** The first record, with everything before it in the file; `others` are names from outside. */
  header(names: readonly string[], others?: readonly string[]): string
  /** A record of cells from the functions below, quoted where it must be, ending with CR LF. */
  row(cells: readonly string[]): string
  /** Text from outside: controls escaped, and never calculated or changed by a spreadsheet. Null is an empty cell. */
  text(text: string | null): string
  /** A state or an outcome. Null is an empty cell. */
  word(word: string | null): string
  /** A whole number or a truth value. Null is an empty cell. */
  value(value: number | boolean | null): string
  /** An amount, or another number, from `decimalAmount` or `toDecimal`: `10.50`. */
  decimal(text: string): string
  /** A time as the service gave it (ISO 8601). Null is an empty cell. */
  time(iso: string | null): string
  /** A local day, `2026-11-20`, or an hour of it, `2026-11-20T14`. */
  day(day: string): string
}

export function csvOf(style: CsvStyle = 'rfc4180'): Csv {
  return style === 'excel-br' ? EXCEL_BR : RFC_4180
}

/**
 * Where a spreadsheet may read a formula: at the start of the text, and behind each character at which a program with
 * other settings splits a cell (a tab is escaped); quotes, white space and invisible characters may come first, and the sign may be a fullwidth one.
 */
const beforeFormula = once(
  () => /(?:^|(?<=[,;]))(?=["\t\r\p{Z}\p{Cf}\p{DI}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu,
)

/** `text` with control characters escaped. A `'` stops a spreadsheet from calculating what is behind it. */
function defused(text: string): string {
  return escapeControls(text.replace(beforeFormula(), "'"))
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

const RFC_4180: Csv = {
  style: 'rfc4180',
  header: (names, others = []) => RFC_4180.row([...names, ...others.map(RFC_4180.text)]),
  row: cells => `${cells.map(cell => (/[",]/.test(cell) ? quoted(cell) : cell)).join(',')}\r\n`,
  text: text => defused(text ?? ''),
  word: word => RFC_4180.text(word),
  value: value => (value === null ? '' : String(value)),
  // No `'` in front: -0.05 is an amount.
  decimal: escapeControls,
  time: iso => RFC_4180.text(iso),
  day: day => day,
}

/** Without it Excel reads the file as Windows-1252. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * `;` because the comma is the decimal separator. Every cell is quoted, because LibreOffice by default splits at commas too.
 * Excel and LibreOffice read `20/11/2026 14:03:22` as a time.
 */
const EXCEL_BR: Csv = {
  style: 'excel-br',
  header: (names, others = []) => {
    const headings = names.map(name => csvTexts.headings[name] ?? name)
    return BYTE_ORDER_MARK + EXCEL_BR.row([...headings, ...others.map(EXCEL_BR.text)])
  },
  row: cells => `${cells.map(quoted).join(';')}\r\n`,
  text: text => {
    const cell = defused(text ?? '')
    return mayBecomeValue(cell) ? `'${cell}` : cell
  },
  word: word => csvTexts.words[word ?? ''] ?? EXCEL_BR.text(word),
  value: value => (typeof value === 'boolean' ? (value ? 'sim' : 'não') : RFC_4180.value(value)),
  decimal: text => (/^-?\d+(?:\.\d+)?$/.test(text) ? text.replace('.', ',') : EXCEL_BR.text(text)),
  time: iso => (iso === null ? '' : (formatBrazilian(iso) ?? EXCEL_BR.text(iso))),
  day: name => name.replace(/T(\d\d)$/, ' $1:00:00').replace(/^[\d-]{10}/, brazilianDay),
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
