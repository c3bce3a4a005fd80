import { BaseCommand } from '#cli/base-command.ts'
import { inboxFlag, wholeNumber } from '#cli/flags/flags.ts'
import { listDeliveries } from './deliveries.ts'
import { deliveryFilterFlags } from './filter.ts'
import { texts } from './texts.ts'

export default class WebhookDeliveries extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> webhook deliveries',
    '<%= config.bin %> webhook deliveries --since today --forward pending',
    '<%= config.bin %> webhook deliveries --search "10,50"',
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
    ...deliveryFilterFlags,
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookDeliveries)
    await listDeliveries(this.context(flags), flags)
  }
}
