import { string } from '@oclif/core/args'
import { string as stringFlag } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { patienceOf } from '../../../cli/context/context.ts'
import { secretFileFlag } from '../../../cli/flags/flags.ts'
import { replay } from './replay.ts'

export default class WebhookReplay extends BaseCommand {
  static override summary = 'send kept deliveries once more'
  static override description =
    'Sends the same bytes with the same delivery id and a fresh signature, once each; of several deliveries of one event none after a 2xx. ' +
    'An answer of 2xx makes the event processed.'
  static override examples = [
    '<%= config.bin %> webhook replay DELIVERY --to http://localhost:3000/webhooks',
    '<%= config.bin %> webhook replay --to 3000/webhooks -- DELIVERY DELIVERY',
  ]
  static override strict = false
  static override args = {
    delivery: string({
      name: 'DELIVERY',
      required: true,
      ignoreStdin: true,
      description: 'delivery ids, as webhook deliveries lists them',
    }),
  }
  static override flags = {
    to: stringFlag({
      description: 'where to; by default the target of the last --forward-to',
      helpValue: 'URL',
    }),
    'secret-file': secretFileFlag,
  }

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(WebhookReplay)
    await replay(this.context(flags), {
      deliveries: argv as string[],
      to: flags.to,
      secretFile: flags['secret-file'],
      timeoutMs: patienceOf(flags),
    })
  }
}
