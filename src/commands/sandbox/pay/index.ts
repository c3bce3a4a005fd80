import { chargeIdArg, checkChargeId } from '../../../cli/flags/arguments.ts'
import { quietFlag } from '../../../cli/flags/flags.ts'
import { moveCharge } from '../shared/charge.ts'
import { SandboxCommand } from '../shared/command.ts'

export default class SandboxPay extends SandboxCommand {
  static override summary = 'pay a charge, as the customer would'
  static override description =
    'A charge that is already PAID stays as it is. An EXPIRED charge is paid late. A FAILED charge is a conflict: exit 6.'
  static override examples = ['<%= config.bin %> sandbox pay ID']
  static override args = { id: chargeIdArg }
  static override flags = { quiet: quietFlag() }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxPay)
    const id = checkChargeId(args.id)
    const { context, dashboard } = await this.dashboard(flags)
    await moveCharge(context, dashboard, id, 'pay', flags)
  }
}
