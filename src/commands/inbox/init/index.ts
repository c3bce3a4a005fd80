import { BaseCommand } from '../../../cli/base-command.ts'
import { inboxFlag } from '../../../cli/flags/flags.ts'
import { initInbox } from './init.ts'

export default class InboxInit extends BaseCommand {
  static override summary = 'make the schema of an inbox on PostgreSQL, or bring it up to date'
  static override description =
    'Needs a user who may create a schema in that database. It can be run again, and refuses a schema of a newer pixctl.'
  static override examples = [
    '<%= config.bin %> inbox init --inbox postgres://pixctl@db.example/pix',
    '<%= config.bin %> inbox init --json',
  ]
  static override flags = { inbox: inboxFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(InboxInit)
    await initInbox(this.context(flags), flags)
  }
}
