/** A table with the columns of a list of charges. */

import { createStyle } from '#terminal/style.ts'
import { type Column, formatTable, type TableCell } from '#terminal/table.ts'

export const style = createStyle({ color: false })

export const COLUMNS: Column[] = [
  { header: 'ID', minWidth: 8 },
  { header: 'STATUS' },
  { header: 'AMOUNT', align: 'right', dropRank: 1 },
  { header: 'CREATED', dropRank: 3 },
  { header: 'DESCRIPTION', minWidth: 6, dropRank: 2 },
]

export const ROWS = [
  ['pay_1', 'PAID', 'R$ 1.234,56', '2026-11-20 14:03:22', 'Pedido de açaí número 42'],
  ['pay_20', 'PENDING', 'R$ 0,07', '2026-11-20 14:03:23', ''],
]

export function table(columns: number, rows: TableCell[][] = ROWS): Promise<string> {
  return formatTable(COLUMNS, rows, { style, columns })
}
