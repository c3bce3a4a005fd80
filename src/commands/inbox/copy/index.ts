import { string } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { texts } from '../texts.ts'
import { copy } from './copy.ts'

export default class InboxCopy extends BaseCommand {
  static override summary = texts.copy()
  static override description = texts.copyDescription()
  static override examples = ['<%= config.bin %> inbox copy --to postgres://pixctl@db.example/pix']
  static override flags = {
    to: string({
      description: texts.copyTo(),
      helpValue: 'URL',
    }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(InboxCopy)
    await copy(this.context(flags), flags)
  }
}
