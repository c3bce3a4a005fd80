/** Lists. On a phone each row is a card, or one or two lines. */

import type { Child } from 'hono/jsx'
import { texts } from '../texts.ts'

export interface Column {
  header: string
  /** Numbers and amounts are at the end. */
  align?: 'end'
  /** Left out on screens of middle width. */
  minor?: boolean
  /**
   * Where it is on a phone: at the end of the first line, or in the second one. If a column says so, each row is such lines,
   * without the names of the columns and without what is minor; otherwise it is a card.
   */
  narrow?: 'end' | 'below'
}

export interface Row {
  /** Unique in the page; live updates know the row by it. */
  id: string
  /** Where the row leads. The link is around its first cell, and covers the row. */
  href?: string
  cells: readonly Child[]
  /** {@link ActionButton}s at the end of the row. */
  actions?: Child
}

interface TableProps {
  label: string
  columns: readonly Column[]
  rows: readonly Row[]
  /** What is there when there is no row: {@link Empty}. */
  empty?: Child
}

// A table that CSS shows as blocks is no table for screen readers any longer, unless each part says what it is.
export function Table({ label, columns, rows, empty }: TableProps) {
  if (rows.length === 0) return <>{empty}</>
  const hasActions = rows.some(row => row.actions)
  const hasLines = columns.some(column => column.narrow)
  return (
    <div class="table-scroll">
      <table role="table" aria-label={label} class={hasLines ? 'lines' : undefined}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(column => (
              <th role="columnheader" scope="col" class={classOf(column)}>
                {column.header}
              </th>
            ))}
            {hasActions && (
              <th role="columnheader" scope="col">
                <span class="hidden">{texts.actions()}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(row => (
            <TableRow {...{ row, columns, hasActions }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TableRow({
  row,
  columns,
  hasActions,
}: {
  row: Row
  columns: readonly Column[]
  hasActions: boolean
}) {
  return (
    <tr role="row" id={row.id} class={row.href ? 'linked' : undefined}>
      {columns.map((column, index) => (
        <td role="cell" class={classOf(column)} data-label={column.header}>
          {index === 0 && row.href ? (
            <a class="row-link" href={row.href} data-row>
              {row.cells[0]}
            </a>
          ) : (
            <div>{row.cells[index]}</div>
          )}
        </td>
      ))}
      {hasActions && (
        <td role="cell" class="row-actions">
          {row.actions}
        </td>
      )}
    </tr>
  )
}

function classOf({ align, minor, narrow }: Column): string | undefined {
  return [align, minor && 'minor', narrow && `line-${narrow}`].filter(Boolean).join(' ') || undefined
}
