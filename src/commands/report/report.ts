/** `report`: what happened in a span of time, by day, week or month. */

import { type Bounds, firstDayOf, type Period, periodsOf, type Unit } from '#charges/periods.ts'
import type { ChargeSource } from '#charges/source.ts'
import type { Context } from '#cli/context/context.ts'
import type { ListFormat } from '#cli/flags/charges.ts'
import { Failure } from '#lib/failure.ts'
import { emptySpan, endOfToday, parseSince, parseUntil, startOfDay } from '#lib/input/times.ts'
import { texts } from './texts.ts'
import { type Row, reportCsv, reportJson, reportTable, reportTsv, spanText, totalOf } from './view.ts'

/** More rows than anyone reads: 27 years of days. */
const MOST_PERIODS = 10_000

/**
 * The span of a report: by default it ends with today, and begins with the period that its end is in. Throws Failure
 * (usage) if it is empty.
 */
export function spanOf(
  { since, until }: { since?: string | undefined; until?: string | undefined },
  unit: Unit,
  nowMs: number,
): Bounds {
  const before = parseUntil(until ?? 'today', '--until', nowMs)
  const from =
    since === undefined ? startOfDay(firstDayOf(before - 1, unit)) : parseSince(since, '--since', nowMs)
  if (from < before) return { from, before }
  const end = until === undefined ? endOfToday : `--until ${until}`
  throw emptySpan('--since', `${since}`, end, until === undefined && from > nowMs)
}

export async function printReport(
  context: Context,
  source: ChargeSource,
  format: ListFormat,
  span: Bounds,
  unit: Unit,
): Promise<void> {
  const { out } = context
  const periods = collect(span, unit)
  const totals = await source.statement(periods)
  const rows = periods.map(({ name, ...bounds }, index): Row => ({ name, bounds, ...totals[index]! }))
  const total = totalOf(rows)
  if (format === 'human') {
    out.note(spanText(span))
    await out.data(
      await reportTable(rows, total, source.isComplete, { style: out.style, columns: out.columns }),
    )
  } else if (format === 'json') await out.data(reportJson(span, rows, total, source.origin()))
  else await out.data(typeof format === 'object' ? reportCsv(rows, total, format) : reportTsv(rows, total))
  source.conclude()
}

function collect(span: Bounds, unit: Unit): Period[] {
  const periods: Period[] = []
  for (const period of periodsOf(span, unit)) {
    if (periods.push(period) <= MOST_PERIODS) continue
    throw new Failure('usage', () => texts.tooManyRows(MOST_PERIODS), {
      next: texts.laterSince,
    })
  }
  return periods
}
