/** `charges list --sum`: the totals of the charges, by status and in all. */

import type { ChargeSource } from '#charges/source.ts'
import { addSums, amountsOf, inReais, noSums, type Sums } from '#charges/totals.ts'
import type { Context } from '#cli/context/context.ts'
import type { ListFormat } from '#cli/flags/charges.ts'
import { toJson } from '#cli/output/typed-json.ts'
import type { ChargeFilter } from '#contract/charge-filter.ts'
import type { ChargesListSum, ChargesSums } from '#contract/generated/output.ts'
import { toBRL, toDecimal } from '#contract/money.ts'
import { PAYMENT_STATUSES } from '#contract/states.ts'
import { stateWord } from '#lib/state-words.ts'
import { statusPaint } from '#terminal/charge.ts'
import type { Csv } from '#terminal/csv.ts'
import type { Style } from '#terminal/style.ts'
import { formatTable, INCOMPLETE, incomplete } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { texts } from './texts.ts'

const COLUMNS = ['status', 'count', 'amount', 'fee', 'netAmount']
/** The name of the last row. */
const TOTAL = 'total'

export async function printTotals(
  context: Context,
  source: ChargeSource,
  format: ListFormat,
  filter: ChargeFilter,
): Promise<void> {
  const { out } = context
  const found = await source.totals(filter)
  // Every state has a row, so that scripts find it even if there is no such charge.
  const byStatus = PAYMENT_STATUSES.map(status => [status, found.get(status) ?? noSums()] as const)
  const all = noSums()
  for (const [, sums] of byStatus) addSums(all, sums)
  const { isComplete } = source
  if (format === 'json') {
    const sums = { ...asJson(byStatus, all), complete: isComplete, ...source.origin() }
    await out.data(toJson<'charges-list-sum'>(sums))
  } else if (format === 'human') await out.data(await asTable(byStatus, all, isComplete, out))
  else {
    const rows = [...byStatus, [isComplete ? TOTAL : INCOMPLETE, all] as const].map(([name, sums]) =>
      cells(name, sums),
    )
    await out.data(typeof format === 'object' ? asCsv(rows, format) : rows.map(tsvRow).join(''))
  }
  source.conclude()
}

type Row = readonly [name: (typeof PAYMENT_STATUSES)[number], sums: Sums]

function asJson(rows: readonly Row[], all: Sums): Omit<ChargesListSum, 'complete'> {
  const asObject = (sums: Sums): ChargesSums => ({ count: sums.count, ...inReais(sums) })
  const byStatus = Object.fromEntries(rows.map(([name, sums]) => [name, asObject(sums)]))
  return { ...asObject(all), byStatus: byStatus as ChargesListSum['byStatus'] }
}

function cells(name: string, sums: Sums): string[] {
  return [name, String(sums.count), ...amountsOf(sums).map(toDecimal)]
}

function asCsv(rows: readonly (readonly string[])[], csv: Csv): string {
  const records = rows.map(([name = '', count = '', ...amounts]) =>
    csv.row([csv.word(name), csv.value(Number(count)), ...amounts.map(csv.decimal)]),
  )
  return csv.header(COLUMNS) + records.join('')
}

function asTable(
  byStatus: readonly Row[],
  all: Sums,
  isComplete: boolean,
  { style, columns }: { style: Style; columns: number },
): Promise<string> {
  const rows = byStatus.filter(([, { count }]) => count > 0)
  // Unpaid charges count in it too: a person must not take it for what was received.
  const total = rows.length > 1 ? texts.totalOfSeveral() : TOTAL
  const last = isComplete ? { text: total, paint: style.bold } : { text: incomplete(), paint: style.red }
  const right = 'right' as const
  return formatTable(
    [
      { header: texts.heads.status(), whole: true },
      { header: texts.heads.count(), align: right, dropRank: 1 },
      { header: texts.heads.amount(), align: right },
      { header: texts.heads.fee(), align: right, dropRank: 2 },
      { header: texts.heads.net(), align: right },
    ],
    [
      ...rows.map(([name, sums]) => [
        { text: stateWord(name), paint: statusPaint(name, style) },
        ...humanCells(sums),
      ]),
      [last, ...humanCells(all).map(text => ({ text, paint: style.bold }))],
    ],
    { style, columns },
  )
}

function humanCells(sums: Sums): string[] {
  return [String(sums.count), ...amountsOf(sums).map(toBRL)]
}
