import { string } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { exampleReceiver } from '#cli/flags/arguments.ts'
import { secretFileFlag } from '#cli/flags/flags.ts'
import { check } from './check.ts'
import { texts } from './texts.ts'

export default class WebhookCheck extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> webhook check http://localhost:8080/webhook',
    `<%= config.bin %> webhook check ${exampleReceiver()} --yes --json`,
  ]
  static override args = {
    url: string({ name: 'URL', required: true, ignoreStdin: true, description: texts.urlArgument() }),
  }
  static override flags = {
    'secret-file': secretFileFlag,
    yes: boolean({ description: texts.yesFlag() }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookCheck)
    await check(this.context(flags), args.url, flags)
  }
}
