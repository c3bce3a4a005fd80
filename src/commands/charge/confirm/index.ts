import { boolean } from '@oclif/core/flags'
import { differenceText } from '#charges/creations/failures.ts'
import { BaseCommand } from '#cli/base-command.ts'
import { chargeIdArg, exampleAmount, requiredAmountFlag } from '#cli/flags/arguments.ts'
import { quietFlag } from '#cli/flags/flags.ts'
import { CHARGE_JSON, withJson } from '#cli/flags/json-shape.ts'
import { textFlag } from '#cli/flags/text-flag.ts'
import { presentCharge } from '#cli/output/present.ts'
import { chargeDifferences, type ForeignPayment, paidContradictions } from '#contract/charge.ts'
import { escapeControls } from '#lib/escape.ts'
import { type Category, Failure } from '#lib/failure.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { checkChargeId } from '#lib/input/ids.ts'
import { humanAmount } from '#terminal/amount.ts'
import { texts } from './texts.ts'

/** The ends in which the charge was not read, and may be paid or not. */
const NOT_READ: readonly Category[] = ['network', 'service', 'unauthenticated', 'forbidden', 'rate_limited']

export default class ChargeConfirm extends BaseCommand {
  static override summary = texts.summary()
  static override description = withJson(CHARGE_JSON, texts.help())
  static override examples = [
    `<%= config.bin %> charge confirm ID --amount ${exampleAmount()} && echo "${texts.handOver()}"`,
  ]
  static override outputs = ['charge-confirm'] as const
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
    const id = checkChargeId(args.id)
    const expected = {
      amount: checkAmount(flags.amount),
      passFee: flags['pass-fee'] === true,
      ...(flags.description === undefined ? {} : { description: flags.description }),
    }
    const context = this.context(flags)
    const { out } = context
    const client = await context.client()
    // Never by the beginning of an id: a shop that hands over once for each id would do so once for each beginning.
    const read = await client.foreignPayment(id).catch(error => {
      throw notKnown(error)
    })
    const differences = chargeDifferences(expected, read.data)
    const contradictions = paidContradictions(read.data, read.at ?? context.clock.now())
    for (const contradiction of contradictions) {
      if (!differences.some(({ field }) => field === contradiction.field)) differences.push(contradiction)
    }
    if (read.data.status !== 'PAID') {
      differences.unshift({ field: 'status', expected: 'PAID', got: read.data.status })
    }
    await presentCharge(out, read, flags)
    if (differences.length === 0) return out.note(texts.isPaid(paidText(read.data)))
    const lines = differences.map(differenceText)
    const isPaid = read.data.status === 'PAID' && contradictions.length === 0
    const isOtherAmount = differences.some(({ field }) => field === 'amount' || field === 'requestedAmount')
    const message = () => (isPaid ? texts.paidOtherwise(id, isOtherAmount) : texts.notAsExpected(id))
    throw new Failure('not_as_expected', message, { lines, next: texts.keepGoods })
  }
}

/** Adds to an error without a reading that nothing may be handed over yet. */
function notKnown(error: unknown): unknown {
  if (!(error instanceof Failure) || !NOT_READ.includes(error.category)) return error
  return error.with({ next: [texts.notKnown, ...error.next] })
}

function paidText({ amount, currency, description }: ForeignPayment): string {
  return escapeControls([humanAmount(amount, currency), description].filter(Boolean).join(', '))
}
