import { string as argument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { AMOUNT_HELP, exampleAmount, exampleReceiver } from '#cli/flags/arguments.ts'
import { secretFileFlag } from '#cli/flags/flags.ts'
import { DOCUMENTED_TYPES } from '#contract/delivery.ts'
import { texts } from './texts.ts'
import { trigger } from './trigger.ts'

export default class WebhookTrigger extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> webhook trigger payment.approved --to 8080/webhook',
    `<%= config.bin %> webhook trigger payment.approved --to ${exampleReceiver()} --amount ${exampleAmount()} --yes`,
  ]
  static override args = {
    type: argument({
      name: 'TYPE',
      required: true,
      ignoreStdin: true,
      description: texts.typeArgument(),
      options: [...DOCUMENTED_TYPES],
    }),
  }
  static override flags = {
    to: string({ description: texts.toFlag(), helpValue: 'URL', required: true }),
    'payment-id': string({ description: texts.paymentIdFlag(), helpValue: 'ID' }),
    amount: string({ ...AMOUNT_HELP, description: texts.amountFlag(), defaultHelp: async () => '10.50' }),
    'secret-file': secretFileFlag,
    yes: boolean({ description: texts.yesFlag() }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookTrigger)
    await trigger(this.context(flags), args.type, flags)
  }
}
