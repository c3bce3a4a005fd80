/** A bar for each row of a table, in the room that is left at its right. */

import { displayWidth } from './width.ts'

const GAP = '  '
/** In less than that a bar says nothing. */
const LEAST = 8
/** What a table leaves free for them. */
export const ROOM_OF_BARS = GAP.length + LEAST
/** One eighth of a column to seven. */
const PARTS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

interface BarsOptions {
  columns: number
  /** Whether the terminal can show a block; otherwise the bars are drawn with `#`. */
  blocks: boolean
}

/**
 * The table, with a bar behind the row of each value: the largest takes all the room. Without bars if there is no room.
 *
 * @param table a line of headings, then one for each value
 */
export function withBars(table: string, values: readonly number[], { columns, blocks }: BarsOptions): string {
  const [head = '', ...lines] = table.trimEnd().split('\n')
  const widths = [head, ...lines].map(line => displayWidth(line.replaceAll(/\u001b\[[\d;]*m/g, '')))
  const start = Math.max(...widths)
  const room = columns - start - GAP.length
  const most = Math.max(...values)
  if (room < LEAST || most <= 0 || lines.length !== values.length) return table
  const drawn = lines.map((line, index) => {
    const bar = barOf((values[index]! / most) * room, blocks)
    return bar === '' ? line : line + ' '.repeat(start - widths[index + 1]!) + GAP + bar
  })
  return `${[head, ...drawn].join('\n')}\n`
}

/** What isn't nothing is seen. */
function barOf(length: number, blocks: boolean): string {
  if (length <= 0) return ''
  if (!blocks) return '#'.repeat(Math.max(1, Math.round(length)))
  const eighths = Math.max(1, Math.round(length * 8))
  return '█'.repeat(Math.floor(eighths / 8)) + PARTS[eighths % 8]
}
