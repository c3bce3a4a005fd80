import { string } from '@oclif/core/flags'
import { BaseCommand } from '../../cli/base-command.ts'
import { SPAN_WORDS } from '../../cli/flags/times.ts'
import { reconcile } from './reconcile.ts'

export default class Reconcile extends BaseCommand {
  static override summary = 'check that charges, events and local records agree'
  static override description =
    `Exit 0 if everything agrees, 11 if not. Each local day shows the total netAmount of the charges paid on it. The differences:

- missed_event: the charge is PAID, but no approved event arrived by webhook or realtime channel; payments before the first entry of the inbox don't count
- not_paid: an approved event arrived, but its charge isn't PAID or isn't listed
- amount_mismatch: the amount or netAmount differs between an approved event and its charge
- unknown_creation: it is unknown whether the charge was created
- not_listed: a charge was created here, but the service doesn't list it`
  static override examples = [
    '<%= config.bin %> reconcile',
    '<%= config.bin %> reconcile --since yesterday',
    "<%= config.bin %> reconcile --json | jq -r '.differences[] | .kind'",
  ]
  static override flags = {
    since: string({
      description: `only what was created, received or paid since then: ${SPAN_WORDS}; everything by default`,
      helpValue: 'TIME',
    }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(Reconcile)
    await reconcile(this.context(flags), flags.since)
  }
}
