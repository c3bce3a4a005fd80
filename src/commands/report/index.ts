import { boolean, custom, string } from '@oclif/core/flags'
import { ArchiveSource } from '#charges/archive-source.ts'
import { busyHours } from '#charges/hours.ts'
import { ofxStatement } from '#charges/ofx.ts'
import { PagesSource } from '#charges/pages-source.ts'
import { type Bounds, PERIOD_UNITS, type Period, type PeriodUnit, periodsOf } from '#charges/periods.ts'
import type { ChargeSource } from '#charges/source.ts'
import { BaseCommand } from '#cli/base-command.ts'
import type { Context } from '#cli/context/context.ts'
import { exampleYesterday } from '#cli/flags/arguments.ts'
import { csvFlags, formatOf, type ListFormat, offlineFlag, rateLimitFlag } from '#cli/flags/charges.ts'
import { dayArg, withDay } from '#cli/flags/day.ts'
import { Failure } from '#lib/failure.ts'
import { badValue } from '#lib/input/bad-value.ts'
import {
  emptySpan,
  endOfToday,
  firstDayOf,
  parseSince,
  parseUntil,
  SPAN_WORDS,
  startOfDay,
} from '#lib/input/times.ts'
import { nameOf } from '#lib/input/words.ts'
import { nearest } from '#lib/nearest.ts'
import { placeholders } from '#lib/texts.ts'
import { checkTimeZone } from '#lib/time-zone.ts'
import { hasBlocks } from '#terminal/large.ts'
import {
  type Row,
  reportCsv,
  reportJson,
  reportTable,
  reportTsv,
  spanText,
  totalOf,
} from './report-formats.ts'
import { texts } from './texts.ts'

/** More rows than anyone reads: 27 years of days. */
const MOST_PERIODS = 10_000
const UNIT_WORDS: Readonly<Record<string, PeriodUnit>> = {
  hora: 'hour',
  dia: 'day',
  semana: 'week',
  mes: 'month',
}
/** In any case, in English or Portuguese. */
const unitFlag = custom<PeriodUnit>({
  helpValue: PERIOD_UNITS.join('|'),
  parse: async text => {
    const unit = nameOf(text, PERIOD_UNITS, UNIT_WORDS)
    if (unit !== undefined) return unit
    const near = nearest(PERIOD_UNITS, text) ?? PERIOD_UNITS[0]
    throw badValue('--by', { accepts: texts.someUnit, text, example: () => `--by ${placeholders[near]()}` })
  },
})

export default class Report extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override json = texts.json()
  static override examples = [
    '<%= config.bin %> report',
    `<%= config.bin %> report ${exampleYesterday()}`,
    `<%= config.bin %> report --since ${texts.exampleFirst()} --until ${texts.exampleLast()} --by ${texts.exampleWeek()}`,
    `<%= config.bin %> report ${exampleYesterday()} --by ${texts.exampleHour()}`,
    `<%= config.bin %> report --by ${texts.exampleMonth()} --csv > ${texts.exampleFile()}`,
    `<%= config.bin %> report --since 2026-11-01 --until 2026-11-30 --ofx > ${texts.exampleStatement()}`,
    '<%= config.bin %> report --offline --since 30d',
    '<%= config.bin %> report --json | jq .total.netAmount',
  ]
  static override outputs = ['report'] as const
  static override args = { day: dayArg }
  static override flags = {
    since: string({ description: texts.since(SPAN_WORDS), helpValue: 'TIME' }),
    until: string({ description: texts.until(), helpValue: 'TIME' }),
    by: unitFlag({ description: texts.by(), default: 'day' }),
    'rate-limit': rateLimitFlag(),
    offline: offlineFlag(['rate-limit']),
    ...csvFlags(),
    ofx: boolean({ description: texts.ofx(), exclusive: ['by', 'csv', 'json'] }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Report)
    checkTimeZone()
    const context = this.context(flags)
    const unit = flags.by
    const nowMs = this.host.clock.now()
    const span = spanOf(withDay(args.day, flags, nowMs), unit, nowMs)
    const source = flags.offline
      ? await ArchiveSource.open(context)
      : new PagesSource(context, flags['rate-limit'])
    if (flags.ofx) return printStatement(context, source, span)
    await printReport(context, source, formatOf(flags, context.format), span, unit)
  }
}

/**
 * The span of a report: by default it ends with today, and begins with the period that its end is in, or with the day of that
 * hour. Throws Failure (usage) if it is empty.
 */
function spanOf(
  { since, until }: { since?: string | undefined; until?: string | undefined },
  unit: PeriodUnit,
  nowMs: number,
): Bounds {
  const before = parseUntil(until ?? 'today', '--until', nowMs)
  const first = firstDayOf(before - 1, unit === 'hour' ? 'day' : unit)
  const from = since === undefined ? startOfDay(first) : parseSince(since, '--since', nowMs)
  if (from < before) return { from, before }
  const end = until === undefined ? endOfToday : `--until ${until}`
  throw emptySpan('--since', `${since}`, end, until === undefined && from > nowMs)
}

async function printReport(
  { out, host }: Context,
  source: ChargeSource,
  format: ListFormat,
  span: Bounds,
  unit: PeriodUnit,
) {
  const periods = collect(span, unit)
  const totals = await source.statement(periods)
  const all = periods.map(({ name, ...bounds }, index): Row => ({ name, bounds, ...totals[index]! }))
  const rows = unit === 'hour' ? busyHours(all) : all
  const total = totalOf(rows, source.isComplete)
  out.note(spanText(span))
  if (format === 'human') {
    // A screen reader would read the bars out.
    const blocks = host.env.TERM === 'dumb' ? null : hasBlocks(host.env, host.platform)
    await out.data(await reportTable(span, rows, total, out, blocks))
  } else if (format === 'json') await out.data(reportJson(span, rows, total, source.origin()))
  else await out.data(typeof format === 'object' ? reportCsv(rows, total, format) : reportTsv(rows, total))
  source.conclude()
}

async function printStatement({ out, profile }: Context, source: ChargeSource, span: Bounds): Promise<void> {
  await out.data(ofxStatement(profile().profile, span, await source.paid(span)))
  out.note(spanText(span))
  source.conclude()
}

function collect(span: Bounds, unit: PeriodUnit): Period[] {
  const periods: Period[] = []
  for (const period of periodsOf(span, unit)) {
    if (periods.push(period) <= MOST_PERIODS) continue
    throw new Failure('usage', () => texts.tooManyRows(MOST_PERIODS), { next: texts.laterSince })
  }
  return periods
}
