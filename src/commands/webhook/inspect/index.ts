import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { inboxFlag, secretFileFlag } from '#cli/flags/flags.ts'
import { INSPECTOR_PORT, inspectorPort } from '../shared/inspector.ts'
import { inspect } from './inspect.ts'
import { texts } from './texts.ts'

export default class WebhookInspect extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> webhook inspect',
    '<%= config.bin %> webhook inspect --print --port 4300',
  ]
  static override flags = {
    port: inspectorPort({ description: texts.portFlag(), helpValue: 'N', default: INSPECTOR_PORT }),
    print: boolean({ description: texts.printFlag() }),
    'secret-file': secretFileFlag,
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookInspect)
    await inspect(this.context(flags), flags)
  }
}
