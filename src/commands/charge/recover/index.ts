import { string } from '@oclif/core/args'
import { boolean, string as stringFlag } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { forget, listUnresolved, recoverEntries } from './recover.ts'

export default class ChargeRecover extends BaseCommand {
  static override summary = 'finish the creations whose outcome is unknown'
  static override description =
    'Sends each again with its own key and body, to the base URL it was made for: the charge is found, or created now.'
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
    list: boolean({ description: 'list them, send nothing', exclusive: ['forget'] }),
    forget: stringFlag({ description: 'drop one; nothing is sent', helpValue: 'KEY', exclusive: ['list'] }),
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
