import { string as argument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { amountFlag } from '../../../cli/flags/arguments.ts'
import { secretFileFlag } from '../../../cli/flags/flags.ts'
import { DOCUMENTED_TYPES } from '../../../contract/delivery.ts'
import { trigger } from './trigger.ts'

export default class WebhookTrigger extends BaseCommand {
  static override summary = 'send a signed test event'
  static override description =
    'The made-up ids begin with pixctl_test_. The event is sent once: exit 0 for a 2xx, 8 for another answer, 9 for none.'
  static override examples = [
    '<%= config.bin %> webhook trigger payment.approved --to 8080/webhook',
    '<%= config.bin %> webhook trigger payment.approved --to https://shop.example/pix --amount 10.50 --yes',
  ]
  static override args = {
    type: argument({
      name: 'TYPE',
      required: true,
      ignoreStdin: true,
      description: 'the event type',
      options: [...DOCUMENTED_TYPES],
    }),
  }
  static override flags = {
    to: string({
      description: 'the endpoint; a port alone means this machine',
      helpValue: 'URL',
      required: true,
    }),
    'payment-id': string({ description: "the payment's id, instead of a made-up one", helpValue: 'ID' }),
    amount: amountFlag('the amount; 10.50 by default'),
    'secret-file': secretFileFlag,
    yes: boolean({ description: 'send it to another machine without asking' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookTrigger)
    await trigger(this.context(flags), args.type, flags)
  }
}
