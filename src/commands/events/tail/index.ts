import { BaseCommand } from '../../../cli/base-command.ts'
import { tailFlags } from './options.ts'
import { tailEvents } from './tail.ts'

export default class EventsTail extends BaseCommand {
  static override summary = 'show payment events as they happen'
  static override description =
    'Continues from where the last run stopped, and reconnects by itself. An event is done once it is printed, ' +
    'and forwarded with --forward-to.'
  static override examples = [
    '<%= config.bin %> events tail',
    '<%= config.bin %> events tail --json | jq \'select(.event.type == "payment.approved")\'',
    '<%= config.bin %> events tail --forward-to 3000/webhooks',
  ]
  static override flags = tailFlags

  async run(): Promise<void> {
    const { flags } = await this.parse(EventsTail)
    await tailEvents(this.context(flags), flags)
  }
}
