import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { duration, inboxFlag } from '../../../cli/flags/flags.ts'
import { prune } from './prune.ts'

export default class StatePrune extends BaseCommand {
  static override summary = 'drop what is old and done'
  static override description =
    `Drops, of the current profile: deliveries that are done or were never to be forwarded, with their attempts; ids that events tail has shown; and creations that are resolved. Never what is pending, parked or in doubt, and never what the service could still send again: at least two days are kept, all deliveries of an event that arrived since then, and what came after a saved place of events tail.

It works in small steps: listeners and tails go on meanwhile, and it may be interrupted at any time.`
  static override examples = [
    '<%= config.bin %> state prune --keep 90d',
    '<%= config.bin %> state prune --keep 30d --yes --json',
  ]
  static override flags = {
    keep: duration({
      description: 'drop what is older than this, at least 2d',
      helpValue: 'DURATION',
      required: true,
    }),
    places: boolean({
      description:
        'also drop where events tail would continue, if its last event is that old; it begins with current events then',
    }),
    yes: boolean({ description: 'drop it without asking' }),
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(StatePrune)
    await prune(this.context(flags), { keepMs: flags.keep, ...flags })
  }
}
