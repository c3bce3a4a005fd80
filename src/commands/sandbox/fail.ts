import { chargeIdArg, checkChargeId } from '../../app/arguments.ts'
import { quietFlag } from '../../app/flags.ts'
import { moveCharge } from '../../app/sandbox-charge.ts'
import { SandboxCommand } from '../../app/sandbox-command.ts'

export default class SandboxFail extends SandboxCommand {
  static override summary = 'let a charge fail'
  static override description = 'Only a PENDING charge fails.'
  static override examples = ['<%= config.bin %> sandbox fail ID']
  static override args = { id: chargeIdArg }
  static override flags = { quiet: quietFlag() }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxFail)
    const id = checkChargeId(args.id)
    const { out, dashboard } = await this.dashboard(flags)
    await moveCharge(out, dashboard, id, 'fail', flags)
  }
}
