import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { duration, inboxFlag } from '#cli/flags/flags.ts'
import { texts } from '../texts.ts'
import { prune } from './prune.ts'

export default class StatePrune extends BaseCommand {
  static override outputs = ['state-prune'] as const
  static override summary = texts.pruneSummary()
  static override description = texts.pruneDescription()
  static override examples = [
    '<%= config.bin %> state prune --keep 90d',
    '<%= config.bin %> state prune --keep 30d --yes --json',
  ]
  static override flags = {
    keep: duration({
      description: texts.keep(),
      helpValue: 'DURATION',
      required: true,
    }),
    cursors: boolean({
      description: texts.cursors(),
    }),
    yes: boolean({ description: texts.yes() }),
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(StatePrune)
    await prune(this.context(flags), { keepMs: flags.keep, ...flags })
  }
}
