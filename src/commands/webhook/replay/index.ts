import { string } from '@oclif/core/args'
import { boolean, string as stringFlag } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { timeoutOf } from '#cli/context/context.ts'
import { inboxFlag, secretFileFlag } from '#cli/flags/flags.ts'
import { SPAN_WORDS } from '#lib/input/times.ts'
import { texts as shared } from '../shared/texts.ts'
import { replay } from './replay.ts'
import { texts } from './texts.ts'

export default class WebhookReplay extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    `<%= config.bin %> webhook replay ${shared.exampleDelivery()} --to http://localhost:3000/webhooks`,
    `<%= config.bin %> webhook replay --to 3000/webhooks -- ${shared.exampleDelivery()} ${shared.exampleDelivery()}`,
    '<%= config.bin %> webhook replay --pending',
    '<%= config.bin %> webhook replay --parked',
    '<%= config.bin %> webhook replay --since 2h --to 3000/webhooks',
  ]
  static override strict = false
  static override args = {
    delivery: string({
      name: 'DELIVERY',
      ignoreStdin: true,
      description: texts.deliveryArgument(),
    }),
  }
  static override flags = {
    pending: boolean({ description: texts.pendingFlag() }),
    parked: boolean({
      description: texts.parkedFlag(),
    }),
    since: stringFlag({
      description: texts.sinceFlag(SPAN_WORDS),
      helpValue: 'TIME',
    }),
    to: stringFlag({
      description: texts.toFlag(),
      helpValue: 'URL',
    }),
    'secret-file': secretFileFlag,
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(WebhookReplay)
    await replay(this.context(flags), {
      deliveries: argv as string[],
      pending: flags.pending === true,
      parked: flags.parked === true,
      since: flags.since,
      to: flags.to,
      secretFile: flags['secret-file'],
      timeoutMs: timeoutOf(flags),
    })
  }
}
