import { BaseCommand } from '../../../cli/base-command.ts'
import { listen } from './listen.ts'
import { listenFlags } from './options.ts'

export default class WebhookListen extends BaseCommand {
  static override summary = 'take webhook deliveries: verify, keep, answer, forward'
  static override description =
    'Answers 204 only once a delivery is on the disk. What --forward-to asks for is forwarded from there, in ' +
    'order, until a 2xx, through restarts of the target and of this.'
  static override examples = [
    '<%= config.bin %> webhook listen',
    '<%= config.bin %> webhook listen --forward-to 3000/webhooks',
    '<%= config.bin %> webhook listen --json | jq \'select(.verdict == "accepted") | .payload\'',
  ]
  static override flags = listenFlags

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookListen)
    await listen(this.context(flags), flags)
  }
}
