/** A bar for each row of a table, in the room that is left at its right. */

import { displayWidth } from './width.ts'

const GAP = '  '
/** In less than that a bar says nothing. */
const LEAST = 8
/** What a table leaves free for them. */
export const ROOM_OF_BARS = GAP.length + LEAST

/**
 * The table, with a bar behind the row of each value: the largest takes all the room. Without bars if there is no room.
 *
 * @param table a line of headings, then one for each value
 * @param blocks false draws them with `#`
 */
export function withBars(table: string, values: readonly number[], columns: number, blocks: boolean): string {
  const [head = '', ...lines] = table.trimEnd().split('\n')
  const widthOf = (line: string) => displayWidth(line.replaceAll(/\u001b\[[\d;]*m/g, ''))
  const start = Math.max(...[head, ...lines].map(widthOf))
  const room = columns - start - GAP.length
  const most = Math.max(...values)
  if (room < LEAST || most <= 0 || lines.length !== values.length) return table
  const drawn = lines.map((line, index) => {
    const bar = barOf((values[index]! / most) * room, blocks)
    return `${line}${' '.repeat(start - widthOf(line))}${GAP}${bar}`.trimEnd()
  })
  return `${[head, ...drawn].join('\n')}\n`
}

/** What isn't nothing is seen. */
function barOf(length: number, blocks: boolean): string {
  return length <= 0 ? '' : (blocks ? '█' : '#').repeat(Math.max(1, Math.round(length)))
}
