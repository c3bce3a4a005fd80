import { BaseCommand } from '../../../cli/base-command.ts'
import { INSPECTOR_PORT } from '../shared/inspector-port.ts'
import { listen } from './listen.ts'
import { listenFlags } from './options.ts'

export default class WebhookListen extends BaseCommand {
  static override summary = 'receive webhooks: verify, save, answer and forward them'
  static override description =
    'Answers 204 only after a delivery is saved on disk. With --forward-to, saved deliveries are forwarded in order, ' +
    'each until a 2xx, even if the target or pixctl restarts.'
  static override examples = [
    '<%= config.bin %> webhook listen',
    '<%= config.bin %> webhook listen --forward-to 3000/webhooks',
    '<%= config.bin %> webhook listen --forward-to 3000/webhooks --inspect',
    '<%= config.bin %> webhook listen --json | jq \'select(.verdict == "accepted") | .payload\'',
  ]
  static override flags = listenFlags
  static override bareFlags = { '--inspect': String(INSPECTOR_PORT) }

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookListen)
    await listen(this.context(flags), flags)
  }
}
