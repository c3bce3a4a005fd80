import { string } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { copy } from './copy.ts'

export default class InboxCopy extends BaseCommand {
  static override summary = 'copy the inbox on this machine to one on PostgreSQL'
  static override description =
    'Copies the deliveries with what became of them, the events that were shown and the place in their stream. It can be run again, ' +
    'also while a listener runs: what is there already stays as it is.'
  static override examples = ['<%= config.bin %> inbox copy --to postgres://pixctl@db.example/pix']
  static override flags = {
    to: string({
      description:
        'the inbox to copy to, without the password; PIXCTL_INBOX_URL or the stored one by default',
      helpValue: 'URL',
    }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(InboxCopy)
    await copy(this.context(flags), flags)
  }
}
