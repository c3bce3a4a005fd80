/** Prints rows as a table that fits the terminal. */

import { escapeControls } from '#lib/escape.ts'
import type { Paint, Style } from './style.ts'
import { texts } from './texts.ts'
import { displayWidth, shorten } from './width.ts'

export interface Column {
  readonly header: string
  readonly align?: 'left' | 'right'
  /** The column may be shortened to this many columns of the terminal before any column is left out. */
  readonly minWidth?: number
  /** People copy these cells (an id, a key): they are never shortened, even if the line is then too wide. With a rank the
   * column may be left out. */
  readonly whole?: boolean
  /** If the table doesn't fit, columns with a rank are left out, the highest rank first; others never are. */
  readonly dropRank?: number
}

/** Text from outside is allowed: it is escaped here. */
export type TableCell = string | { readonly text: string; readonly paint: Paint }

export interface TableOptions {
  readonly style: Style
  /** The columns of the terminal: no line is wider. */
  readonly columns: number
  /** False leaves the header out, for rows that continue an earlier table. */
  readonly header?: boolean
  /** Rows of other tables that have the same columns: they count for the widths, and are not printed. */
  readonly alike?: readonly (readonly string[])[]
  /** Called with the headers of columns that have something in them, but no room. */
  readonly onLeftOut?: (headers: readonly string[]) => void
}

/** The name of the last row of totals if charges are missing in them, for a script and for a person. */
export const INCOMPLETE = 'incomplete'
export const incomplete = texts.incomplete

const GAP = '  '
const INDENT = '  '

/**
 * A table with a header and one line for each row, each ending with a line feed. Less important columns are left out and
 * flexible ones are shortened, so that no line is too wide. If the columns that are never shortened leave too little room
 * for the others, each row has two lines: those columns, and the others indented below.
 */
export async function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly TableCell[])[],
  { style, columns: available, header = true, alike = [], onLeftOut }: TableOptions,
): Promise<string> {
  const texts = rows.map(row => columns.map((_, i) => escapeControls(textOf(row[i]))))
  const lay = (fitted: readonly Measured[]): Promise<string> => {
    const head = fitted.map(measured => layCell(measured.column.header, measured, style.bold))
    const body = texts.map((row, r) =>
      fitted.map(measured =>
        layCell(row[measured.index] ?? '', measured, cellPaint(rows[r]?.[measured.index])),
      ),
    )
    return draw(header ? [head, ...body] : body)
  }
  const measured = columns.map((column, i) => measure(column, i, [...texts, ...alike]))
  const kept = leaveOut(measured, available)
  // On their own line there may be room for those that were left out.
  const whole = kept.some(isWhole) ? measured.filter(isWhole) : []
  const others = measured.filter(column => !isWhole(column))
  const isOneLine = total(kept) <= available || whole.length === 0 || others.length === 0
  const below = leaveOut(others, available - INDENT.length)
  const lines = isOneLine
    ? [setWidths(kept, available)]
    : [leaveOut(whole, available), setWidths(below, available - INDENT.length)]
  const leftOut = measured.filter(column => !lines.flat().includes(column))
  const missed = leftOut.filter(({ index }) => texts.some(row => !/^0?$/.test(row[index]!)))
  if (missed.length > 0) onLeftOut?.(missed.map(({ column }) => column.header))
  const [above = '', under] = await Promise.all(lines.map(lay))
  return under === undefined ? above : interleave(above, under)
}

/** Puts below each line of the first text the same line of the other, indented. */
function interleave(above: string, under: string): string {
  const others = under.split('\n')
  const whole = (line: string) => (line === '' ? '' : `${line}\n`)
  return above
    .split('\n')
    .slice(0, -1)
    .map((line, row) => whole(line) + (others[row] === '' ? '' : `${INDENT}${others[row]}\n`))
    .join('')
}

function textOf(cell: TableCell = ''): string {
  return typeof cell === 'string' ? cell : cell.text
}

function cellPaint(cell: TableCell | undefined): Paint {
  return typeof cell === 'object' ? cell.paint : text => text
}

/** A cell as it is printed, in the width of its column. */
function layCell(text: string, { column, width }: Measured, paint: Paint): string {
  const fitting = shorten(text, width)
  const room = ' '.repeat(width - displayWidth(fitting))
  return column.align === 'right' ? room + paint(fitting) : paint(fitting) + room
}

interface Measured {
  readonly column: Column
  readonly index: number
  /** The width of its widest cell. */
  readonly natural: number
  /** If it would be narrower than this, it is left out. */
  readonly needed: number
  width: number
}

function measure(column: Column, index: number, texts: readonly (readonly string[])[]): Measured {
  let natural = displayWidth(column.header)
  for (const row of texts) natural = Math.max(natural, displayWidth(row[index] ?? ''))
  const needed = Math.min(natural, column.whole ? natural : (column.minWidth ?? natural))
  return { column, index, natural, needed, width: needed }
}

function isWhole({ column }: Measured): boolean {
  return column.whole === true
}

/** The columns that remain when so many are left out that the others fit in `available`. */
function leaveOut(all: readonly Measured[], available: number): Measured[] {
  const ranked = all.filter(({ column }) => column.dropRank !== undefined).sort(byRank)
  let kept = [...all]
  while (total(kept) > available && ranked.length > 0) {
    const least = ranked.pop()
    kept = kept.filter(column => column !== least)
  }
  return kept
}

/** The most important first: those that are never left out. */
function byRank({ column: a }: Measured, { column: b }: Measured): number {
  return (a.dropRank ?? 0) - (b.dropRank ?? 0)
}

/** The columns with their widths, so that all fit in `available`. */
function setWidths(columns: readonly Measured[], available: number): Measured[] {
  const kept = [...columns]
  widen(kept, available - total(kept))
  // Even the columns that are never left out may not fit: shorten the widest. If there isn't even one character for
  // each, keep the first ones.
  while (kept.length > 1 && kept.length + GAP.length * (kept.length - 1) > available) kept.pop()
  while (total(kept) > Math.max(1, available) && !kept.every(isWhole)) {
    kept.reduce((a, b) => (b.width > a.width ? b : a)).width--
  }
  return kept
}

function total(kept: readonly Measured[]): number {
  return kept.reduce((sum, { width }) => sum + width, GAP.length * (kept.length - 1))
}

/** Gives the room that is left to the shortened columns, the most important first. */
function widen(kept: readonly Measured[], room: number): void {
  let left = room
  for (const measured of kept.toSorted(byRank)) {
    if (left <= 0) return
    const more = Math.min(left, measured.natural - measured.width)
    measured.width += more
    left -= more
  }
}

/**
 * Each row is a table of its own, of cells that have their width already: cli-table3 calculates widths with an old Unicode
 * table, and would cut or misalign many scripts and emoji. It also compares every cell with all cells above it.
 */
async function draw(rows: readonly (readonly string[])[]): Promise<string> {
  const { default: Table } = await import('cli-table3')
  const lines = rows.map(row => {
    const table = new Table({ chars: NO_BORDERS, style: NO_STYLE })
    table.push([...row])
    return `${table.toString().replace(/ +$/, '')}\n`
  })
  return lines.join('')
}

const NO_STYLE = { 'padding-left': 0, 'padding-right': 0, head: [], border: [] }
const SIDES = ['top', 'bottom', 'left', 'right', 'mid']
const BORDERS = SIDES.flatMap(side => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
const NO_BORDERS = { ...Object.fromEntries(BORDERS.map(border => [border, ''])), middle: GAP }
