import { string } from '@oclif/core/args'
import { boolean, string as stringFlag } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { patienceOf } from '../../../cli/context/context.ts'
import { inboxFlag, secretFileFlag } from '../../../cli/flags/flags.ts'
import { SPAN_WORDS } from '../../../cli/flags/times.ts'
import { replay } from './replay.ts'

export default class WebhookReplay extends BaseCommand {
  static override summary = 'send stored deliveries again'
  static override description =
    'Sends each delivery once: same body, same delivery id, new signature. A 2xx marks the event as processed, ' +
    'and other deliveries of that event are then skipped. --pending, --parked and --since send the oldest first and each event ' +
    'once, and stop if the target gives no answer.'
  static override examples = [
    '<%= config.bin %> webhook replay DELIVERY --to http://localhost:3000/webhooks',
    '<%= config.bin %> webhook replay --to 3000/webhooks -- DELIVERY DELIVERY',
    '<%= config.bin %> webhook replay --pending',
    '<%= config.bin %> webhook replay --parked',
    '<%= config.bin %> webhook replay --since 2h --to 3000/webhooks',
  ]
  static override strict = false
  static override args = {
    delivery: string({
      name: 'DELIVERY',
      ignoreStdin: true,
      description: 'delivery ids, from webhook deliveries; the beginning of one will do',
    }),
  }
  static override flags = {
    pending: boolean({ description: 'send every event that waits for a 2xx' }),
    parked: boolean({
      description: 'send every event that is parked; it stays parked unless the answer is a 2xx',
    }),
    since: stringFlag({
      description: `send what was received then or later: ${SPAN_WORDS}`,
      helpValue: 'TIME',
    }),
    to: stringFlag({
      description: 'where to send them; the target of the last --forward-to on this machine by default',
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
      timeoutMs: patienceOf(flags),
    })
  }
}
