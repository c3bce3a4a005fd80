import { string } from '@oclif/core/args'
import { boolean, string as stringFlag } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { forget, listUnresolved, recoverEntries } from './recover.ts'

export default class ChargeRecover extends BaseCommand {
  static override summary = 'finish creating charges whose outcome is unknown'
  static override description =
    'Sends each request again with the same idempotency key and body, to the same base URL. The service returns the charge if it exists, or creates it now.'
  static override examples = [
    '<%= config.bin %> charge recover',
    '<%= config.bin %> charge recover KEY',
    '<%= config.bin %> charge recover --list',
  ]
  static override aliases = ['charges:recover']
  static override strict = false
  static override args = {
    key: string({
      name: 'KEY',
      ignoreStdin: true,
      description: 'idempotency keys; all unresolved ones by default',
    }),
  }
  static override flags = {
    list: boolean({ description: 'only list them; nothing is sent', exclusive: ['forget'] }),
    forget: stringFlag({
      description: 'remove one from the list; nothing is sent',
      helpValue: 'KEY',
      exclusive: ['list'],
    }),
  }

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ChargeRecover)
    const keys = argv as string[]
    const context = this.context(flags)
    if (flags.list) return listUnresolved(context, keys)
    if (flags.forget !== undefined) return forget(context, flags.forget, keys)
    return recoverEntries(context, keys)
  }
}
