import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { chargeIdArg, checkChargeId } from '../../../cli/flags/arguments.ts'
import { duration, quietFlag } from '../../../cli/flags/flags.ts'
import { presentCharge } from '../../../cli/output/present.ts'
import { awaitPayment, failUnlessPaid } from '../shared/waiting.ts'
import { chargeChannel } from '../shared/waiting-realtime.ts'

export default class ChargeWait extends BaseCommand {
  static override summary = 'wait until a charge is paid'
  static override description =
    'Exit 0 when it is PAID, 11 when it ended unpaid, 12 when the time ran out. The charge is printed in every case. It is read when the realtime channel tells of it, every 5 s where there is no token for that.'
  static override examples = [
    '<%= config.bin %> charge wait ID',
    '<%= config.bin %> charge wait ID --wait-timeout 5m',
  ]
  static override aliases = ['charges:wait']
  static override args = { id: chargeIdArg }
  static override flags = {
    'wait-timeout': duration({
      description: 'how long to wait, such as 90s or 5m; by default until it expires',
      helpValue: 'DURATION',
    }),
    late: boolean({ description: 'go on past EXPIRED, without an end of its own: a late payment may come' }),
    quiet: quietFlag(),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChargeWait)
    const id = checkChargeId(args.id)
    const context = this.context(flags)
    const { out } = context
    const { clock, signal } = this.host
    // oclif leaves a flag that wasn't given undefined, whatever its type says.
    const late = flags.late === true
    const options = {
      client: await context.client(),
      clock,
      signal,
      out,
      open: chargeChannel(context, flags),
      patienceMs: flags['wait-timeout'],
      late,
    }
    const read = await awaitPayment(id, options)
    await presentCharge(out, read, flags)
    failUnlessPaid(read.data, late)
  }
}
