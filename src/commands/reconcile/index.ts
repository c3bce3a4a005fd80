import { string } from '@oclif/core/flags'
import { BaseCommand } from '../../cli/base-command.ts'
import { reconcile } from './reconcile.ts'

export default class Reconcile extends BaseCommand {
  static override summary = 'compare what was created, what was told and what the service lists'
  static override description =
    `Exit 0 when all agrees, 11 when not. The days are local and sum up the netAmount of what was paid. The differences:

- missed_event: PAID at the service, and no approved event came, by webhook or over the realtime channel; only payments after the inbox's first entry count
- not_paid: an approved event came, and its charge isn't PAID or isn't listed
- amount_mismatch: an approved event has another amount or netAmount than its charge
- unknown_creation: a creation whose outcome isn't known
- not_listed: a charge created here that the service doesn't list`
  static override examples = [
    '<%= config.bin %> reconcile',
    '<%= config.bin %> reconcile --since 2026-11-01',
    "<%= config.bin %> reconcile --json | jq -r '.differences[] | .kind'",
  ]
  static override flags = {
    since: string({
      description: 'leave out what was created, told and paid before that; everything by default',
      helpValue: 'TIME',
    }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(Reconcile)
    await reconcile(this.context(flags), flags.since)
  }
}
