import { string } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { inboxFlag } from '../../../cli/flags/flags.ts'
import { showDelivery } from './show.ts'

export default class WebhookShow extends BaseCommand {
  static override summary = 'show one delivery whole'
  static override description =
    'Its headers, its body, and each attempt to forward it, with the start of the answer of your program.'
  static override examples = [
    '<%= config.bin %> webhook show DELIVERY',
    '<%= config.bin %> webhook show DELIVERY --body | jq .data',
    '<%= config.bin %> webhook show DELIVERY --headers > headers.txt',
  ]
  static override args = {
    delivery: string({
      name: 'DELIVERY',
      required: true,
      ignoreStdin: true,
      description: 'a delivery id, from webhook deliveries; its beginning will do',
    }),
  }
  static override flags = {
    body: boolean({ description: 'print only the body, byte for byte', exclusive: ['headers', 'json'] }),
    headers: boolean({ description: 'print only the headers', exclusive: ['body', 'json'] }),
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookShow)
    await showDelivery(this.context(flags), args.delivery, flags)
  }
}
