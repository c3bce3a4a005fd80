import { BaseCommand } from '../../../cli/base-command.ts'
import { chargeIdArg, checkChargeId } from '../../../cli/flags/arguments.ts'
import { quietFlag } from '../../../cli/flags/flags.ts'
import { presentCharge } from '../../../cli/output/present.ts'
import { checkQr, deliverQr, qrFlag } from '../../../cli/output/qr.ts'

export default class ChargesGet extends BaseCommand {
  static override summary = 'show a charge'
  static override examples = [
    '<%= config.bin %> charges get ID',
    '<%= config.bin %> charges get ID --json | jq -r .status',
    '<%= config.bin %> charges get ID --qr code.png',
  ]
  static override aliases = ['charge:get']
  static override args = { id: chargeIdArg }
  static override flags = { qr: qrFlag, quiet: quietFlag() }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChargesGet)
    const id = checkChargeId(args.id)
    checkQr(flags.qr)
    const { out, client } = this.context(flags)
    const read = await (await client()).payment(id)
    await presentCharge(out, read, flags)
    // The code of a charge that can't be paid any more is drawn only with --qr.
    const payable = read.data.status === 'PENDING' && out.human && !flags.quiet
    await deliverQr(out, flags.qr ?? (payable ? 'terminal' : 'none'), read.data, flags.quiet)
  }
}
