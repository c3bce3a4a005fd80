import { BaseCommand } from '#cli/base-command.ts'
import { inboxFlag } from '#cli/flags/flags.ts'
import { showState } from './state.ts'
import { texts } from './texts.ts'

export default class State extends BaseCommand {
  static override outputs = ['state'] as const
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> state',
    "<%= config.bin %> state --json | jq '.[] | {profile, bytes}'",
    '<%= config.bin %> state prune --keep 90d',
  ]
  static override flags = { inbox: inboxFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(State)
    await showState(this.context(flags))
  }
}
