import { boolean, string } from '@oclif/core/flags'
import { PAGES_PER_MINUTE } from '../../../api/paging.ts'
import { BaseCommand } from '../../../cli/base-command.ts'
import { csvFlags, formatOf } from '../../../cli/flags/csv.ts'
import { quietFlag, wholeNumber } from '../../../cli/flags/flags.ts'
import { rateLimitFlag } from '../../../cli/flags/rate-limit.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_PAGE } from '../../../contract/limits.ts'
import { PAYMENT_STATUSES } from '../../../contract/states.ts'
import { listAll, listPage } from './list.ts'

export default class ChargesList extends BaseCommand {
  static override summary = "list the store's charges"
  static override examples = [
    '<%= config.bin %> charges list',
    '<%= config.bin %> charges list --status PAID | cut -f1,3',
    '<%= config.bin %> charges list --all --csv > charges.csv',
    '<%= config.bin %> charges list --all --status PAID --json | jq -s "map(.netAmount) | add"',
  ]
  static override aliases = ['charge:list']
  static override flags = {
    page: wholeNumber({
      description: 'which page to show',
      helpValue: 'N',
      min: 1,
      max: MAX_PAGE,
      exclusive: ['all'],
    }),
    limit: wholeNumber({
      description: `charges per page; ${DEFAULT_LIMIT} by default, ${MAX_LIMIT} with --all`,
      helpValue: 'N',
      min: 1,
      max: MAX_LIMIT,
    }),
    all: boolean({ description: 'read all pages' }),
    status: string({
      description: 'show only these states, among the charges that were read',
      options: [...PAYMENT_STATUSES],
      multiple: true,
      delimiter: ',',
    }),
    'rate-limit': rateLimitFlag(
      `with --all, the most calls per minute, or off; ${PAGES_PER_MINUTE} by default`,
      ['all'],
    ),
    ...csvFlags(),
    quiet: quietFlag(['json', 'csv']),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(ChargesList)
    const context = this.context(flags)
    const format = formatOf(flags, context.format)
    const keep = flags.status ? new Set<string>(flags.status) : null
    if (!flags.all) return listPage(context, format, keep, flags.page ?? 1, flags.limit ?? DEFAULT_LIMIT)
    return listAll(context, format, keep, flags['rate-limit'], flags.limit ?? MAX_LIMIT)
  }
}
