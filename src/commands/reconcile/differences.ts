/** Shows a reconciliation: the payments of each day, and the differences. */

import type { Difference } from '#charges/reconcile/compare.ts'
import type { DaySum } from '#charges/totals.ts'
import type { Output } from '#cli/output/output.ts'
import { toJson } from '#cli/output/typed-json.ts'
import { escapeControls } from '#lib/escape.ts'
import { formatDay } from '#lib/local-time.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import { formatTable, type TableOptions } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { displayWidth, wrap } from '#terminal/width.ts'
import { texts } from './texts.ts'

export async function printReconciliation(
  out: Output,
  agrees: boolean,
  days: DaySum[],
  differences: readonly Difference[],
): Promise<void> {
  if (out.json) return out.data(toJson<'reconcile'>({ agrees, days, differences }))
  if (!out.human) return out.data(reconciliationTsv(days, differences))
  const options = { style: out.style, columns: out.columns }
  const parts = [await formatDays(days, options), formatDifferences(differences, options)]
  const text = parts.filter(part => part !== '').join('\n')
  if (text !== '') await out.data(text)
}

/** Rows for scripts: `day`, period, paid, netAmount; `difference`, kind, paymentId, detail, next. */
export function reconciliationTsv(days: readonly DaySum[], differences: readonly Difference[]): string {
  return [
    ...days.map(({ period, paid, netAmount }) => tsvRow(['day', period, paid, decimalAmount(netAmount)])),
    ...differences.map(({ kind, paymentId, detail, next }) =>
      tsvRow(['difference', kind, paymentId, detail, next]),
    ),
  ].join('')
}

/** The days as a table; empty if there are none. */
export async function formatDays(days: readonly DaySum[], options: TableOptions): Promise<string> {
  if (days.length === 0) return ''
  return formatTable(
    [
      { header: texts.heads.day() },
      { header: texts.heads.paid(), align: 'right' },
      { header: texts.heads.net(), align: 'right' },
    ],
    days.map(({ period, paid, netAmount }) => [formatDay(period), String(paid), humanAmount(netAmount)]),
    options,
  )
}

/** The differences, one paragraph each, in lines that fit the terminal. Ids, keys and commands are never cut. */
export function formatDifferences(
  differences: readonly Difference[],
  { style, columns }: Pick<TableOptions, 'style' | 'columns'>,
): string {
  return differences
    .map(({ kind, paymentId, detail, next }) => {
      const name = texts.kinds[kind]()
      const id = paymentId === null ? '' : escapeControls(paymentId)
      const fits = displayWidth(`${name}  ${id}`) <= columns
      const head = `${style.red(name)}${id === '' ? '' : `${fits ? '' : '\n'}  ${style.bold(id)}`}`
      const lines = wrap(escapeControls(detail), Math.max(20, columns - 2)).map(line => `  ${line}`)
      return `${head}\n${lines.join('\n')}\n  ${style.cyan(`> ${escapeControls(next)}`)}\n`
    })
    .join('')
}
