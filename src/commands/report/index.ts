import { string } from '@oclif/core/flags'
import { ArchiveSource } from '#charges/archive-source.ts'
import { PagesSource } from '#charges/pages-source.ts'
import { UNITS, type Unit } from '#charges/periods.ts'
import { BaseCommand } from '#cli/base-command.ts'
import { csvFlags, formatOf, offlineFlag, rateLimitFlag } from '#cli/flags/charges.ts'
import { SPAN_WORDS } from '#lib/input/times.ts'
import { printReport, spanOf } from './report.ts'
import { texts } from './texts.ts'

export default class Report extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override examples = [
    '<%= config.bin %> report',
    '<%= config.bin %> report --since yesterday --until yesterday',
    '<%= config.bin %> report --since 2026-11-01 --until 2026-11-30 --by week',
    `<%= config.bin %> report --by month --csv > ${texts.exampleFile()}`,
    '<%= config.bin %> report --offline --since 30d',
    '<%= config.bin %> report --json | jq .total.netAmount',
  ]
  static override flags = {
    since: string({
      description: texts.since(SPAN_WORDS),
      helpValue: 'TIME',
    }),
    until: string({
      description: texts.until(),
      helpValue: 'TIME',
    }),
    by: string({
      description: texts.by(),
      options: [...UNITS],
      default: 'day',
    }),
    'rate-limit': rateLimitFlag(),
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
      : new PagesSource(context, flags['rate-limit'])
    await printReport(context, source, formatOf(flags, context.format), span, unit)
  }
}
