import { string } from '@oclif/core/args'
import { BaseCommand } from '#cli/base-command.ts'
import { timeoutOf } from '#cli/context/context.ts'
import { texts as shared } from '../shared/texts.ts'
import { replayFlags } from './choice.ts'
import { replay } from './replay.ts'
import { texts } from './texts.ts'

export default class WebhookReplay extends BaseCommand {
  static override summary = texts.summary()
  static override outputs = ['webhook-replay'] as const
  static override description = texts.description()
  static override json = texts.json()
  static override examples = [
    `<%= config.bin %> webhook replay ${shared.exampleDelivery()} --to http://localhost:3000/webhooks`,
    `<%= config.bin %> webhook replay --to 3000/webhooks -- ${shared.exampleDelivery()} ${shared.exampleDelivery()}`,
    '<%= config.bin %> webhook replay --pending',
    '<%= config.bin %> webhook replay --parked',
    '<%= config.bin %> webhook replay --since 2h --until 1h --to 3000/webhooks',
  ]
  static override strict = false
  static override args = {
    'delivery|event': string({ ignoreStdin: true, description: texts.eventArgument() }),
  }
  static override flags = replayFlags

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(WebhookReplay)
    await replay(this.context(flags), { ...flags, named: argv as string[] }, timeoutOf(flags))
  }
}
