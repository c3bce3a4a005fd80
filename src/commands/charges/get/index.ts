import { offlineFlag } from '#charges/archive/coverage.ts'
import { BaseCommand } from '#cli/base-command.ts'
import type { Context } from '#cli/context/context.ts'
import { askWithId } from '#cli/context/kept-charge.ts'
import { chargeIdArg, examplePicture } from '#cli/flags/arguments.ts'
import { quietFlag } from '#cli/flags/flags.ts'
import { presentCharge } from '#cli/output/present.ts'
import { checkQr, deliverQr, qrFlags } from '#cli/output/qr.ts'
import { checkChargeId } from '#lib/input/ids.ts'
import { readOffline } from './offline.ts'
import { texts } from './texts.ts'

export default class ChargesGet extends BaseCommand {
  static override summary = texts.summary()
  static override examples = [
    '<%= config.bin %> charges get ID',
    '<%= config.bin %> charges get ID --json | jq -r .status',
    `<%= config.bin %> charges get ID --qr ${examplePicture()}`,
    '<%= config.bin %> charges get ID --qr open --copy',
    '<%= config.bin %> charges get ID --offline',
  ]
  static override aliases = ['charge:get']
  static override args = { id: chargeIdArg }
  static override flags = { offline: offlineFlag(), ...qrFlags, quiet: quietFlag() }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChargesGet)
    const id = checkChargeId(args.id)
    checkQr(this.host, flags)
    const context = this.context(flags)
    const { out } = context
    const read = flags.offline ? await readOffline(context, id) : await readOnline(context, id)
    await presentCharge(out, read, flags)
    // The code of a charge that can't be paid any more, or may be paid already, is drawn only with --qr.
    const payable = read.data.status === 'PENDING' && out.human && !flags.quiet && !flags.offline
    await deliverQr(this.host, out, read.data, { ...flags, otherwise: payable ? 'terminal' : 'none' })
  }
}

async function readOnline(context: Context, given: string) {
  const client = await context.client()
  return askWithId(context, given, id => client.payment(id))
}
