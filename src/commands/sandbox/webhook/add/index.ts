import { string as stringFlag } from '@oclif/core/flags'
import { exampleReceiver } from '#cli/flags/arguments.ts'
import { EVENT_TYPES } from '#contract/delivery.ts'
import { checkTarget } from '#lib/input/addresses.ts'
import { requiredArg, SandboxCommand } from '../../shared/command.ts'
import { type AddedEndpoint, presentAdded } from '../shared/endpoints.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxWebhookAdd extends SandboxCommand {
  static override summary = texts.addSummary()
  static override description = texts.addDescription()
  static override examples = [
    '<%= config.bin %> sandbox webhook add http://127.0.0.1:4242/',
    `<%= config.bin %> sandbox webhook add ${exampleReceiver()} --event payment.approved --json`,
  ]
  static override args = { url: requiredArg('URL', texts.url()) }
  static override flags = {
    event: stringFlag({
      description: texts.event(),
      helpValue: 'TYPE',
      options: [...EVENT_TYPES],
      multiple: true,
      delimiter: ',',
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookAdd)
    const { event, ...common } = flags
    const url = checkTarget(args.url, 'URL')
    const { out, dashboard } = await this.dashboard(common)
    const body = event ? { url, events: event } : { url }
    await presentAdded(out, await dashboard.call<AddedEndpoint>('POST', '/endpoints', body))
  }
}
