import { string } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { secretFileFlag } from '../../../cli/flags/flags.ts'
import { check } from './check.ts'

export default class WebhookCheck extends BaseCommand {
  static override summary = 'test whether an endpoint handles webhooks correctly'
  static override description =
    'Sends signed and forged test events with made-up payments, and checks the answers. If valid ones are refused, names the mistake. Exit 10 if a check fails.'
  static override examples = [
    '<%= config.bin %> webhook check http://localhost:8080/webhook',
    '<%= config.bin %> webhook check https://shop.example/pix --yes --json',
  ]
  static override args = {
    url: string({ name: 'URL', required: true, ignoreStdin: true, description: 'the endpoint to test' }),
  }
  static override flags = {
    'secret-file': secretFileFlag,
    yes: boolean({ description: 'send to another machine without asking' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookCheck)
    await check(this.context(flags), args.url, flags)
  }
}
