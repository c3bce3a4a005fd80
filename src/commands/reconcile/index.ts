import { string } from '@oclif/core/flags'
import { PAGES_PER_MINUTE } from '../../api/paging.ts'
import { BaseCommand } from '../../cli/base-command.ts'
import { patienceOf } from '../../cli/context/context.ts'
import { inboxFlag } from '../../cli/flags/flags.ts'
import { rateLimitFlag } from '../../cli/flags/rate-limit.ts'
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
- not_listed: a charge was created here, but the service doesn't list it

If there is an archive (charges sync), it is synced first and then compared. Otherwise the pages of the service are read; with --since only as far back as a charge may be that was paid since then.`
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
    'rate-limit': rateLimitFlag(`the most calls per minute, or off; ${PAGES_PER_MINUTE} by default`),
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(Reconcile)
    await reconcile(this.context(flags), {
      since: flags.since,
      callsPerMinute: flags['rate-limit'],
      patienceMs: patienceOf(flags),
    })
  }
}
