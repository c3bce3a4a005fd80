import { BaseCommand } from '../../cli/base-command.ts'
import { inboxFlag } from '../../cli/flags/flags.ts'
import { showState } from './state.ts'

export default class State extends BaseCommand {
  static override summary = 'show what is kept on this machine'
  static override description =
    `Lists, for each profile, how much is kept, since when, and how many bytes its files take: the journal of creations, the inbox of events, what events tail has shown, the archive of charges, and rejected deliveries. With a shared inbox it also lists what the current profile has there.

Nothing is changed, and no file is made. A file that can't be read is named as a problem.`
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
