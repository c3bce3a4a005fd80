import { chargeIdArg } from '#cli/flags/arguments.ts'
import { quietFlag } from '#cli/flags/flags.ts'
import { checkChargeId } from '#lib/input/ids.ts'
import { moveCharge } from '../shared/charge.ts'
import { SandboxCommand } from '../shared/command.ts'
import { texts } from './texts.ts'

export default class SandboxExpire extends SandboxCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = ['<%= config.bin %> sandbox expire ID']
  static override args = { id: chargeIdArg }
  static override flags = { quiet: quietFlag() }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxExpire)
    const id = checkChargeId(args.id)
    const { context, dashboard } = await this.dashboard(flags)
    await moveCharge(context, dashboard, id, 'expire', flags)
  }
}
