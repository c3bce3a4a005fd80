/** Shows a report: a row for each period, and the total last. */

import { type Bounds, periodName } from '#charges/periods.ts'
import type { Origin } from '#charges/source.ts'
import { addSums, amountsOf, inReais, noPeriodTotals, type PeriodTotals } from '#charges/totals.ts'
import { toJson } from '#cli/output/typed-json.ts'
import { toBRL, toDecimal } from '#contract/money.ts'
import { dayOf, startOfDay } from '#lib/input/times.ts'
import { formatDay, formatLocalTime, formatShortDay, isoLocal, localZone } from '#lib/local-time.ts'
import { ROOM_OF_BARS, withBars } from '#terminal/bars.ts'
import type { Csv } from '#terminal/csv.ts'
import { type Column, formatTable, INCOMPLETE, incomplete, type TableOptions } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { texts } from './texts.ts'

export interface Row extends PeriodTotals {
  /** Of the period; `total` or `incomplete` for the last row. */
  name: string
  /** Of the period; the total has none. */
  bounds?: Bounds
}

const NAMES = ['period', 'created', 'paid', 'expired', 'failed', 'amount', 'fee', 'netAmount']

export function totalOf(rows: readonly PeriodTotals[], isComplete: boolean): Row {
  const total = noPeriodTotals()
  for (const { created, expired, failed, paid } of rows) {
    total.created += created
    total.expired += expired
    total.failed += failed
    addSums(total.paid, paid)
  }
  return { name: isComplete ? 'total' : INCOMPLETE, ...total }
}

export function reportJson(bounds: Bounds, rows: readonly Row[], total: Row, origin: Origin): string {
  const { period, ...all } = asJson(total)
  const complete = period !== INCOMPLETE
  const span = { since: isoLocal(bounds.from), until: isoLocal(bounds.before) }
  return toJson<'report'>({ ...span, rows: rows.map(asJson), total: all, complete, ...origin })
}

function asJson({ name, created, expired, failed, paid }: Row) {
  return { period: name, created, paid: paid.count, expired, failed, ...inReais(paid) }
}

export function reportTsv(rows: readonly Row[], total: Row): string {
  return [...rows, total].map(row => tsvRow([row.name, ...countsOf(row), ...decimalsOf(row)])).join('')
}

export function reportCsv(rows: readonly Row[], total: Row, csv: Csv): string {
  const record = (name: string, row: Row) =>
    csv.row([name, ...countsOf(row).map(csv.value), ...decimalsOf(row).map(csv.decimal)])
  // The style changes only days and hours.
  const periods = rows.map(row => record(csv.day(row.name), row))
  return csv.header(NAMES) + periods.join('') + record(csv.word(total.name), total)
}

function countsOf({ created, paid, expired, failed }: Row): number[] {
  return [created, paid.count, expired, failed]
}

function decimalsOf({ paid }: Row): string[] {
  return amountsOf(paid).map(toDecimal)
}

function columnsOf({ heads }: typeof texts): Column[] {
  return [
    { header: heads.period(), whole: true },
    { header: heads.created(), align: 'right', dropRank: 2 },
    { header: heads.paid(), align: 'right', dropRank: 1 },
    // In Portuguese the heading is longer than any number.
    { header: heads.expired(), align: 'right', minWidth: 7, dropRank: 4 },
    { header: heads.failed(), align: 'right', dropRank: 5 },
    { header: heads.amount(), align: 'right' },
    { header: heads.fee(), align: 'right', dropRank: 3 },
    { header: heads.net(), align: 'right' },
  ]
}

/**
 * A span of whole days as its days, of which the last one is included; other spans with their times. With the zone: that
 * of a cron job may be another one.
 */
export function spanText(span: Bounds): string {
  return `${timesText(span)}, ${localZone(span.from, span.before - 1)}`
}

function timesText({ from, before }: Bounds): string {
  const [start, end] = [from, before].map(formatLocalTime)
  if (![from, before].every(ms => startOfDay(dayOf(ms)) === ms)) return texts.span(start!, end!)
  const [first, last] = [from, before - 1].map(ms => formatDay(periodName(ms, 'day')))
  return first === last ? first! : texts.days(first!, last!)
}

/** An hour, day, week or month as people write it, without the year or day of the whole report: that is above the table too. */
function periodText({ name, bounds }: Row, isOneYear: boolean, isOneDay: boolean): string {
  const [day = '', hour] = name.split('T')
  if (hour !== undefined) {
    const ofDay = isOneDay ? '' : `${periodText({ name: day, bounds } as Row, isOneYear, false)} `
    return ofDay + texts.hour(hour)
  }
  const [, year, week, month] = /^(\d{4})-(?:W(\d\d)|(\d\d))$/.exec(name) ?? []
  if (year === undefined) return bounds && isOneYear ? formatShortDay(bounds.from) : formatDay(name)
  if (week === undefined) return texts.month(year, `${month}`)
  const [first, last] = [bounds!.from, bounds!.before - 1].map(formatShortDay)
  return texts.week(name, first!, last!)
}

/** With a bar of its net amount behind each row, if it is known whether the terminal has `blocks`. */
export async function reportTable(
  span: Bounds,
  rows: readonly Row[],
  total: Row,
  options: TableOptions,
  blocks: boolean | null,
): Promise<string> {
  const { bold, red } = options.style
  const numbers = (row: Row) => [...countsOf(row).map(String), ...amountsOf(row.paid).map(toBRL)]
  const [first = '', end] = [span.from, span.before - 1].map(ms => periodName(ms, 'day'))
  const isOneYear = first.slice(0, 4) === end?.slice(0, 4)
  const cells = (row: Row) => [periodText(row, isOneYear, first === end), ...numbers(row)]
  const [name, ...sums] = cells(total).map(text => ({ text, paint: bold }))
  const last = [total.name === INCOMPLETE ? { text: incomplete(), paint: red } : name!, ...sums]
  const drawsBars = blocks !== null && rows.length > 1
  // Where the window has its usual width, the bars are worth more than the columns that are left out first.
  const room = options.columns - (drawsBars && options.columns >= 80 ? ROOM_OF_BARS : 0)
  const table = await formatTable(columnsOf(texts), [...rows.map(cells), last], { ...options, columns: room })
  const nets = rows.map(row => row.paid.netAmount)
  return drawsBars ? withBars(table, [...nets, 0], options.columns, blocks) : table
}
