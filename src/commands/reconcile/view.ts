/** Shows a reconciliation: the payments of each day, and the differences. */

import { escapeControls } from '../../shared/escape.ts'
import { decimalAmount, humanAmount } from '../../terminal/amount.ts'
import { formatTable, type TableOptions } from '../../terminal/table.ts'
import { tsvRow } from '../../terminal/tsv.ts'
import { wrap } from '../../terminal/width.ts'

export interface DaySum {
  /** YYYY-MM-DD, local. */
  date: string
  /** How many charges were paid. */
  paid: number
  /** The sum of their netAmount, in reais. */
  netAmount: number
}

export type DifferenceKind =
  | 'missed_event'
  | 'not_paid'
  | 'amount_mismatch'
  | 'unknown_creation'
  | 'not_listed'

export interface Difference {
  kind: DifferenceKind
  /** Null if no charge is known. */
  paymentId: string | null
  /** Describes the difference. */
  detail: string
}

/** Rows for scripts: `day`, date, paid, netAmount; `difference`, kind, paymentId, detail. */
export function reconciliationTsv(days: readonly DaySum[], differences: readonly Difference[]): string {
  return [
    ...days.map(({ date, paid, netAmount }) => tsvRow(['day', date, paid, decimalAmount(netAmount)])),
    ...differences.map(({ kind, paymentId, detail }) => tsvRow(['difference', kind, paymentId, detail])),
  ].join('')
}

/** The days as a table; empty if there are none. */
export async function formatDays(days: readonly DaySum[], options: TableOptions): Promise<string> {
  if (days.length === 0) return ''
  return formatTable(
    [{ header: 'DAY' }, { header: 'PAID', align: 'right' }, { header: 'NET AMOUNT', align: 'right' }],
    days.map(({ date, paid, netAmount }) => [date, String(paid), humanAmount(netAmount)]),
    options,
  )
}

/** The differences, one paragraph each, in lines that fit the terminal. Ids and keys are never cut. */
export function formatDifferences(
  differences: readonly Difference[],
  { style, columns }: Pick<TableOptions, 'style' | 'columns'>,
): string {
  return differences
    .map(({ kind, paymentId, detail }) => {
      const head = `${style.red(kind)}${paymentId === null ? '' : `  ${style.bold(escapeControls(paymentId))}`}`
      const lines = wrap(escapeControls(detail), Math.max(20, columns - 2)).map(line => `  ${line}`)
      return `${head}\n${lines.join('\n')}\n`
    })
    .join('')
}
