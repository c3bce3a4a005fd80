import { BaseCommand } from '#cli/base-command.ts'
import { INSPECTOR_PORT } from '../shared/inspector.ts'
import { listen } from './listen.ts'
import { listenFlags } from './options.ts'
import { texts } from './texts.ts'

export default class WebhookListen extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.description()
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
