import { BaseCommand } from '#cli/base-command.ts'
import { tailFlags } from './options.ts'
import { tail } from './tail.ts'
import { texts } from './texts.ts'

export default class EventsTail extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> events tail',
    '<%= config.bin %> events tail --paid --bell',
    '<%= config.bin %> events tail --json | jq \'select(.event.type == "payment.approved")\'',
    '<%= config.bin %> events tail --forward-to 3000/webhooks',
  ]
  static override flags = tailFlags

  async run(): Promise<void> {
    const { flags } = await this.parse(EventsTail)
    await tail(this.context(flags), flags)
  }
}
