import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { exampleToday } from '#cli/flags/arguments.ts'
import { inboxFlag, wholeNumber } from '#cli/flags/flags.ts'
import type { ListedEvent } from '#inbox/inbox.ts'
import { suggest } from '#lib/suggestion.ts'
import { seeRejected } from '../shared/rejected.ts'
import { eventFilterFlags, inInbox, readEventFilter } from './filter.ts'
import { printRejected } from './rejected.ts'
import { formatEvents, printForScripts } from './rows.ts'
import { texts } from './texts.ts'

export default class WebhookDeliveries extends BaseCommand {
  static override summary = texts.summary()
  static override outputs = ['webhook-deliveries', 'webhook-deliveries-rejected'] as const
  static override description = texts.description()
  static override json = texts.json()
  static override examples = [
    '<%= config.bin %> webhook deliveries',
    `<%= config.bin %> webhook deliveries --since ${exampleToday()} --forward pending`,
    '<%= config.bin %> webhook deliveries --search "10,50"',
    '<%= config.bin %> webhook deliveries --rejected',
    '<%= config.bin %> webhook deliveries --limit 1000 | cut -f2,5',
    '<%= config.bin %> webhook deliveries --json | jq \'map(select(.forward == "pending"))\'',
  ]
  static override flags = {
    limit: wholeNumber({
      description: texts.limitFlag(),
      helpValue: 'N',
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      default: 50,
    }),
    ...eventFilterFlags,
    rejected: boolean({
      description: texts.rejectedFlag(),
      helpGroup: 'FILTER',
      exclusive: ['forward', 'payment', 'inbox'],
    }),
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookDeliveries)
    const filter = readEventFilter(flags, this.host.clock.now())
    const context = this.context(flags)
    const { out, host } = context
    const { limit } = flags
    if (flags.rejected) return printRejected(context, filter, limit)
    // First of all: if the inbox can't be read, nothing is printed.
    const inbox = await context.inboxIfAny()
    const what = { limit, details: out.json || out.human }
    const slices = inbox ? inbox.reading.events({ ...what, ...(await inInbox(filter, inbox)) }) : []
    if (!out.human) return printForScripts(out, slices)
    const rows: ListedEvent[] = []
    for await (const slice of slices) rows.push(...slice)
    if (rows.length > 0) await out.data(await formatEvents(rows, out, host.clock.now()))
    if (rows.length === limit) out.note(texts.onlyNewest(limit))
    if (rows.length > 0) return
    const isFiltered = Object.values(filter).some(part => part !== undefined)
    if (isFiltered && ((await inbox?.reading.mark()) ?? 0) > 0) {
      out.note(texts.noMatch())
    } else {
      out.note(suggest('webhook listen', { say: texts.noneYet }))
      for (const step of await seeRejected(context)) out.note(step)
    }
  }
}
