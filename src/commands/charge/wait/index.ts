import { boolean } from '@oclif/core/flags'
import type { Read } from '#api/client.ts'
import { unpaid } from '#charges/waiting/waiting.ts'
import { BaseCommand } from '#cli/base-command.ts'
import { askWithId } from '#cli/context/charge-id.ts'
import { chargeIdArg } from '#cli/flags/arguments.ts'
import { duration, quietFlag } from '#cli/flags/flags.ts'
import { withJson } from '#cli/flags/json-shape.ts'
import { chargeText, presentCharge } from '#cli/output/present.ts'
import type { Payment } from '#contract/generated/types.ts'
import { checkChargeId } from '#lib/input/ids.ts'
import { noBellFlag, waiting } from '../shared/wait.ts'
import { texts } from './texts.ts'

export default class ChargeWait extends BaseCommand {
  static override summary = texts.summary()
  static override description = withJson(texts.json(), texts.help())
  static override examples = [
    '<%= config.bin %> charge wait ID',
    '<%= config.bin %> charge wait ID --wait-timeout 5m',
  ]
  static override aliases = ['charges:wait']
  static override args = { id: chargeIdArg }
  static override flags = {
    'wait-timeout': duration({ description: texts.timeout(), helpValue: 'DURATION' }),
    late: boolean({ description: texts.late() }),
    'no-bell': noBellFlag(),
    quiet: quietFlag(),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChargeWait)
    const id = checkChargeId(args.id)
    const context = this.context(flags)
    const { out } = context
    // A missing flag is undefined, although oclif's type says boolean.
    const late = flags.late === true
    const onStopped = (last: Read<Payment>) => out.end(chargeText(out, last, flags))
    const { view, wait } = waiting(context, await context.client(), flags, { late, onStopped })
    const read = await askWithId(context, id, wait)
    await presentCharge(out, read, flags)
    await view.end(read.data, unpaid(read.data, late))
  }
}
