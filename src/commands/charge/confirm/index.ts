import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { askWithId } from '../../../cli/context/kept-charge.ts'
import { chargeIdArg, checkAmount, checkChargeId, requiredAmountFlag } from '../../../cli/flags/arguments.ts'
import { quietFlag } from '../../../cli/flags/flags.ts'
import { textFlag } from '../../../cli/flags/text-flag.ts'
import { presentCharge } from '../../../cli/output/present.ts'
import { chargeDifferences } from '../../../contract/charge.ts'
import { Failure } from '../../../shared/failure.ts'

export default class ChargeConfirm extends BaseCommand {
  static override summary = 'check that a charge is paid before you hand over the goods'
  static override description =
    'Exit 0 only if the service says the charge is PAID, in BRL and for the expected amount. Otherwise exit 11, with each difference.'
  static override examples = ['<%= config.bin %> charge confirm ID --amount 10.50 && echo "hand it over"']
  static override aliases = ['charges:confirm']
  static override args = { id: chargeIdArg }
  static override flags = {
    amount: requiredAmountFlag('the amount you requested'),
    'pass-fee': boolean({ description: 'the fee was added to the amount' }),
    description: textFlag({ description: 'the description that the charge must have', helpValue: 'TEXT' }),
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
    if (differences.length === 0) return out.note(`charge ${id} is PAID, as expected`)
    const lines = differences.map(each => `${each.field}: expected ${each.expected}, is ${each.got}`)
    throw new Failure('not_as_expected', `charge ${id} is not as expected`, {
      lines,
      next: 'do not hand over the goods',
    })
  }
}
