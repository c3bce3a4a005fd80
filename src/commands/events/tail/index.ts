import { BaseCommand } from '../../../cli/base-command.ts'
import { tailFlags } from './options.ts'
import { tailEvents } from './tail.ts'

export default class EventsTail extends BaseCommand {
  static override summary = 'show payment events as they happen'
  static override description =
    'Goes on from where it was the last time: an event is done with once it is written out, and forwarded where ' +
    'asked. Reconnects by itself.'
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
