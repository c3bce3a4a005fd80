import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { askWithId } from '../../../cli/context/kept-charge.ts'
import {
  chargeIdArg,
  checkAmount,
  checkChargeId,
  exampleAmount,
  requiredAmountFlag,
} from '../../../cli/flags/arguments.ts'
import { quietFlag } from '../../../cli/flags/flags.ts'
import { textFlag } from '../../../cli/flags/text-flag.ts'
import { presentCharge } from '../../../cli/output/present.ts'
import { chargeDifferences } from '../../../contract/charge.ts'
import { Failure } from '../../../shared/failure.ts'
import { expectedText } from '../shared/creation-failures.ts'
import { texts } from './texts.ts'

export default class ChargeConfirm extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override examples = [
    `<%= config.bin %> charge confirm ID --amount ${exampleAmount()} && echo "${texts.handOver()}"`,
  ]
  static override aliases = ['charges:confirm']
  static override args = { id: chargeIdArg }
  static override flags = {
    amount: requiredAmountFlag(texts.amount()),
    'pass-fee': boolean({ description: texts.passFee() }),
    description: textFlag({ description: texts.description(), helpValue: 'TEXT' }),
    quiet: quietFlag(),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChargeConfirm)
    const given = checkChargeId(args.id)
    const expected = {
      amount: checkAmount(flags.amount),
      passFee: flags['pass-fee'] === true,
      ...(flags.description === undefined ? {} : { description: flags.description }),
    }
    const context = this.context(flags)
    const { out } = context
    const client = await context.client()
    const read = await askWithId(context, given, id => client.foreignPayment(id))
    const { id } = read.data
    const differences = chargeDifferences(expected, read.data)
    if (read.data.status !== 'PAID') {
      differences.unshift({ field: 'status', expected: 'PAID', got: read.data.status })
    }
    await presentCharge(out, read, flags)
    if (differences.length === 0) return out.note(texts.isPaid(id))
    const lines = differences.map(
      ({ field, expected, got }) =>
        () =>
          texts.difference(field, expectedText(expected), got),
    )
    throw new Failure('not_as_expected', () => texts.notAsExpected(id), {
      lines,
      next: texts.keepGoods,
    })
  }
}
