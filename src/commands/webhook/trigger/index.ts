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
    'Its invented ids begin with pixctl_test_. Sent once: exit 0 for a 2xx, 8 for any other answer, 9 for none.'
  static override examples = [
    '<%= config.bin %> webhook trigger payment.approved --to 8080/webhook',
    '<%= config.bin %> webhook trigger payment.approved --to https://shop.example/pix --amount 10.50 --yes',
  ]
  static override args = {
    type: argument({
      name: 'TYPE',
      required: true,
      ignoreStdin: true,
      description: 'the event',
      options: [...DOCUMENTED_TYPES],
    }),
  }
  static override flags = {
    to: string({
      description: 'the endpoint; a bare port is of this machine',
      helpValue: 'URL',
      required: true,
    }),
    'payment-id': string({ description: "the payment's id, in place of an invented one", helpValue: 'ID' }),
    amount: amountFlag('the amount; 10.50 by default'),
    'secret-file': secretFileFlag,
    yes: boolean({ description: 'send it to another machine without asking' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookTrigger)
    await trigger(this.context(flags), args.type, flags)
  }
}
