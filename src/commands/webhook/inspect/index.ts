import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { inboxFlag, secretFileFlag } from '../../../cli/flags/flags.ts'
import { INSPECTOR_PORT, inspectorPort } from '../shared/inspector-port.ts'
import { inspect } from './inspect.ts'

export default class WebhookInspect extends BaseCommand {
  static override summary = 'look at webhook deliveries in a browser'
  static override description =
    'Shows saved and refused deliveries, says why one was refused, and sends one again. If a listener of the profile ' +
    'and the same inbox already shows them (webhook listen --inspect), it opens that page and ends. Otherwise it serves them until Ctrl-C.'
  static override examples = [
    '<%= config.bin %> webhook inspect',
    '<%= config.bin %> webhook inspect --print --port 4300',
  ]
  static override flags = {
    port: inspectorPort({
      description: 'the port to serve the page on, 0 for any free one',
      helpValue: 'N',
      default: INSPECTOR_PORT,
    }),
    print: boolean({ description: 'only print the address, and open no browser' }),
    'secret-file': secretFileFlag,
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookInspect)
    await inspect(this.context(flags), flags)
  }
}
