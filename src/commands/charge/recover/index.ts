import { string } from '@oclif/core/args'
import { boolean, string as stringFlag } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { exampleKey } from '#cli/flags/arguments.ts'
import { forget, listUnresolved, recoverEntries } from './print.ts'
import { texts } from './texts.ts'

export default class ChargeRecover extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override examples = [
    '<%= config.bin %> charge recover',
    `<%= config.bin %> charge recover ${exampleKey()}`,
    '<%= config.bin %> charge recover --list',
  ]
  static override aliases = ['charges:recover']
  static override strict = false
  static override args = {
    key: string({
      name: 'KEY',
      ignoreStdin: true,
      description: texts.keys(),
    }),
  }
  static override flags = {
    list: boolean({ description: texts.list(), exclusive: ['forget'] }),
    forget: stringFlag({
      description: texts.forget(),
      helpValue: 'KEY',
      exclusive: ['list'],
    }),
    force: boolean({ description: texts.force(), exclusive: ['list', 'forget'] }),
  }

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ChargeRecover)
    const keys = argv as string[]
    const context = this.context(flags)
    if (flags.list) return listUnresolved(context, keys)
    if (flags.forget !== undefined) return forget(context, flags.forget, keys)
    return recoverEntries(context, keys, flags.force)
  }
}
