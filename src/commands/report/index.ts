import { string } from '@oclif/core/flags'
import { PAGES_PER_MINUTE } from '../../api/paging.ts'
import { ArchiveSource } from '../../charges/archive-source.ts'
import { offlineFlag } from '../../charges/offline.ts'
import { PagesSource } from '../../charges/pages-source.ts'
import { UNITS, type Unit } from '../../charges/periods.ts'
import { BaseCommand } from '../../cli/base-command.ts'
import { csvFlags, formatOf } from '../../cli/flags/csv.ts'
import { rateLimitFlag } from '../../cli/flags/rate-limit.ts'
import { SPAN_WORDS } from '../../cli/flags/times.ts'
import { printReport, spanOf } from './report.ts'

export default class Report extends BaseCommand {
  static override summary = 'add up what was charged and paid, by day, week or month'
  static override description =
    `Without flags it is about today. A charge counts as created in the period of its createdAt, and as paid in the period of its paidAt, no matter when it was created; amount, fee and net amount are those of paid charges. Expired and failed are the charges created in the period that are in that state now.

Days are local days, weeks are those of ISO 8601, which begin on Monday. All charges that the service lists are read, because an old one may be paid late.`
  static override examples = [
    '<%= config.bin %> report',
    '<%= config.bin %> report --since yesterday --until yesterday',
    '<%= config.bin %> report --since 2026-11-01 --until 2026-11-30 --by week',
    '<%= config.bin %> report --by month --csv > month.csv',
    '<%= config.bin %> report --offline --since 30d',
    '<%= config.bin %> report --json | jq .total.netAmount',
  ]
  static override flags = {
    since: string({
      description: `from then on: ${SPAN_WORDS}; by default from the beginning of the day, week or month of the end`,
      helpValue: 'TIME',
    }),
    until: string({
      description: 'up to that time, or to the end of that day; by default to the end of today',
      helpValue: 'TIME',
    }),
    by: string({
      description: 'how long a period is',
      options: [...UNITS],
      default: 'day',
    }),
    'rate-limit': rateLimitFlag(`the most calls per minute, or off; ${PAGES_PER_MINUTE} by default`),
    offline: offlineFlag(['rate-limit']),
    ...csvFlags(),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(Report)
    const context = this.context(flags)
    const unit = flags.by as Unit
    const span = spanOf(flags, unit, this.host.clock.now())
    const source = flags.offline
      ? await ArchiveSource.open(context)
      : new PagesSource(context, { callsPerMinute: flags['rate-limit'] })
    await printReport(context, source, formatOf(flags, context.format), span, unit)
  }
}
