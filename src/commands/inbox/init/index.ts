import { BaseCommand } from '#cli/base-command.ts'
import { inboxFlag } from '#cli/flags/flags.ts'
import { texts } from '../texts.ts'
import { initInbox } from './init.ts'

export default class InboxInit extends BaseCommand {
  static override summary = texts.init()
  static override description = texts.initDescription()
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
