import { chargeIdArg, checkChargeId } from '../../../cli/flags/arguments.ts'
import { quietFlag } from '../../../cli/flags/flags.ts'
import { moveCharge } from '../shared/charge.ts'
import { SandboxCommand } from '../shared/command.ts'

export default class SandboxPay extends SandboxCommand {
  static override summary = 'pay a charge, as its payer would'
  static override description =
    'A charge that is PAID already stays as it is; an EXPIRED one is paid late, a FAILED one is a conflict.'
  static override examples = ['<%= config.bin %> sandbox pay ID']
  static override args = { id: chargeIdArg }
  static override flags = { quiet: quietFlag() }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxPay)
    const id = checkChargeId(args.id)
    const { out, dashboard } = await this.dashboard(flags)
    await moveCharge(out, dashboard, id, 'pay', flags)
  }
}
