import type { Archive } from '#charges/archive/archive.ts'
import { openOffline, tellCoverage } from '#charges/archive-source.ts'
import { BaseCommand } from '#cli/base-command.ts'
import { askWithId } from '#cli/context/charge-id.ts'
import type { Context } from '#cli/context/context.ts'
import { chargeIdArg, examplePicture } from '#cli/flags/arguments.ts'
import { offlineFlag } from '#cli/flags/charges.ts'
import { quietFlag } from '#cli/flags/flags.ts'
import { theOneWith } from '#cli/flags/prefixes.ts'
import { presentCharge } from '#cli/output/present.ts'
import { checkQr, deliverQr, qrFlags } from '#cli/output/qr.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure } from '#lib/failure.ts'
import { checkChargeId } from '#lib/input/ids.ts'
import { suggest } from '#lib/suggestion.ts'
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
  static override outputs = ['charge'] as const
  static override args = { id: chargeIdArg }
  static override flags = { offline: offlineFlag(), ...qrFlags, quiet: quietFlag() }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChargesGet)
    const id = checkChargeId(args.id)
    checkQr(this.host, flags)
    const context = this.context(flags)
    const { out } = context
    const client = flags.offline ? null : await context.client()
    const read = client
      ? await askWithId(context, id, whole => client.payment(whole))
      : await readOffline(context, id)
    await presentCharge(out, read, flags)
    // The code of a charge that can't be paid any more, or may be paid already, is drawn only with --qr.
    const payable = read.data.status === 'PENDING' && out.human && !flags.quiet && !flags.offline
    await deliverQr(this.host, out, read.data, { ...flags, otherwise: payable ? 'terminal' : 'none' })
  }
}

/** The charge with an id, or with the beginning of one, as the service sent it. */
async function readOffline(context: Context, id: string): Promise<{ data: Payment; text: string }> {
  const { archive, coverage } = await openOffline(context)
  const json = archive.get(id) ?? archive.get(await wholeId(archive, id))!
  const data = archive.read(json)
  tellCoverage(context.out, coverage, false)
  return { data, text: `{"data":${json}}` }
}

async function wholeId(archive: Archive, id: string): Promise<string> {
  const found = await theOneWith(id, texts.inArchive, (prefix, most) => archive.idsWith(prefix, most))
  if (found !== null) return found
  throw new Failure('not_found', () => texts.notArchived(id), {
    next: suggest('charges get', { say: texts.toAsk, args: [id] }),
  })
}
