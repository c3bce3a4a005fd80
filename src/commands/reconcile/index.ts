import { string } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { timeoutOf } from '#cli/context/context.ts'
import { inboxFlag } from '#cli/flags/flags.ts'
import { rateLimitFlag } from '#cli/flags/rate-limit.ts'
import { SPAN_WORDS } from '#lib/input/times.ts'
import { reconcile } from '../../charges/reconcile/reconcile.ts'
import { texts } from '../../charges/reconcile/texts.ts'

export default class Reconcile extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override examples = [
    '<%= config.bin %> reconcile',
    '<%= config.bin %> reconcile --since yesterday',
    "<%= config.bin %> reconcile --json | jq -r '.differences[] | .kind'",
  ]
  static override flags = {
    since: string({
      description: texts.since(SPAN_WORDS),
      helpValue: 'TIME',
    }),
    'rate-limit': rateLimitFlag(texts.rateLimit()),
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(Reconcile)
    await reconcile(this.context(flags), {
      since: flags.since,
      callsPerMinute: flags['rate-limit'],
      timeoutMs: timeoutOf(flags),
    })
  }
}
