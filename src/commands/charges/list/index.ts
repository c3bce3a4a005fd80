import { boolean } from '@oclif/core/flags'
import { ArchiveSource } from '#charges/archive-source.ts'
import { PagesSource } from '#charges/pages-source.ts'
import { BaseCommand } from '#cli/base-command.ts'
import { exampleToday, exampleYesterday } from '#cli/flags/arguments.ts'
import { csvFlags, formatOf, offlineFlag, rateLimitFlag } from '#cli/flags/charges.ts'
import { dayArg, withDay } from '#cli/flags/day.ts'
import { quietFlag, wholeNumber } from '#cli/flags/flags.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_PAGE } from '#contract/limits.ts'
import { Failure } from '#lib/failure.ts'
import { FILTER_NAMES, filterFlags, readFilter } from './filter.ts'
import { printMatches, printPage } from './print-charges.ts'
import { texts } from './texts.ts'
import { printTotals } from './totals.ts'

export default class ChargesList extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override json = texts.json()
  static override examples = [
    '<%= config.bin %> charges list',
    `<%= config.bin %> charges list ${exampleToday()}`,
    `<%= config.bin %> charges list --search acai --since ${exampleToday()}`,
    `<%= config.bin %> charges list --amount 35,90 --since "${texts.exampleDay()} 13:30" --until "${texts.exampleDay()} 14:30"`,
    `<%= config.bin %> charges list --paid-since ${exampleYesterday()} --paid-until ${exampleYesterday()} --sum`,
    `<%= config.bin %> charges list --status ${texts.examplePaid()} --min-amount 100 | cut -f1,3`,
    `<%= config.bin %> charges list --all --csv > ${texts.exampleFile()}`,
    '<%= config.bin %> charges list --offline --search acai',
  ]
  static override outputs = ['charges-list', 'charges-list-filtered', 'charges-list-sum', 'charge'] as const
  static override args = { day: dayArg }
  static override flags = {
    page: wholeNumber({
      description: texts.page(MAX_LIMIT),
      helpValue: 'N',
      min: 1,
      max: MAX_PAGE,
      exclusive: ['all', 'sum', ...FILTER_NAMES],
    }),
    limit: wholeNumber({
      description: texts.limit(MAX_LIMIT),
      helpValue: 'N',
      defaultHelp: async () => `${DEFAULT_LIMIT}`,
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      exclusive: ['sum', 'all'],
    }),
    all: boolean({ description: texts.all() }),
    sum: boolean({ description: texts.sum() }),
    'rate-limit': rateLimitFlag(texts.rateLimit()),
    offline: offlineFlag(['rate-limit']),
    ...csvFlags(),
    quiet: quietFlag(['json', 'csv', 'sum']),
    ...filterFlags,
  }

  async run(): Promise<void> {
    const { args, flags: given } = await this.parse(ChargesList)
    const flags = withDay(args.day, given, this.host.clock.now(), ['page'])
    const filter = readFilter(flags, this.host.clock.now())
    const context = this.context(flags)
    const format = formatOf(flags, context.format)
    const { all, sum, offline, page, limit = DEFAULT_LIMIT, 'rate-limit': callsPerMinute } = flags
    const isSeveralPages = limit > MAX_LIMIT
    if (page !== undefined && isSeveralPages && !offline)
      throw new Failure('usage', () => texts.pageOfSeveral(MAX_LIMIT), { next: texts.withoutPage })
    if (!offline && !filter && !sum && !all && !isSeveralPages) {
      if (callsPerMinute !== undefined)
        throw new Failure('usage', texts.rateOfOnePage, { next: texts.addAll })
      return printPage(context, format, page ?? 1, limit)
    }
    const source = offline
      ? await ArchiveSource.open(context, page)
      : new PagesSource(context, callsPerMinute)
    if (sum) return printTotals(context, source, format, filter ?? {})
    return printMatches(context, source, format, filter ?? {}, all ? null : limit)
  }
}
