import { string } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { inboxFlag } from '#cli/flags/flags.ts'
import { texts as shared } from '../shared/texts.ts'
import { showDelivery } from './show.ts'
import { texts } from './texts.ts'

export default class WebhookShow extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    `<%= config.bin %> webhook show ${shared.exampleDelivery()}`,
    `<%= config.bin %> webhook show ${shared.exampleDelivery()} --body | jq .data`,
    `<%= config.bin %> webhook show ${shared.exampleDelivery()} --headers > headers.txt`,
  ]
  static override args = {
    delivery: string({
      name: 'DELIVERY',
      required: true,
      ignoreStdin: true,
      description: texts.deliveryArgument(),
    }),
  }
  static override flags = {
    body: boolean({ description: texts.bodyFlag(), exclusive: ['headers', 'json'] }),
    headers: boolean({ description: texts.headersFlag(), exclusive: ['body', 'json'] }),
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookShow)
    await showDelivery(this.context(flags), args.delivery, flags)
  }
}
