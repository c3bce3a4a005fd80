import { boolean } from '@oclif/core/flags'
import { differenceText } from '#charges/creations/failures.ts'
import { BaseCommand } from '#cli/base-command.ts'
import { isPartOfId } from '#cli/context/charge-id.ts'
import { chargeIdArg, exampleAmount, requiredAmountFlag } from '#cli/flags/arguments.ts'
import { quietFlag } from '#cli/flags/flags.ts'
import { textFlag } from '#cli/flags/text-flag.ts'
import type { Output } from '#cli/output/output.ts'
import { presentCharge } from '#cli/output/present.ts'
import { chargeDifferences, type ForeignPayment, paidContradictions } from '#contract/charge.ts'
import { escapeControls } from '#lib/escape.ts'
import { type Category, Failure } from '#lib/failure.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { checkChargeId } from '#lib/input/ids.ts'
import { localized } from '#lib/language.ts'
import { suggest } from '#lib/suggestion.ts'
import { nameOf } from '#terminal/charge.ts'
import { wrapWords } from '#terminal/width.ts'
import { texts } from './texts.ts'

/** The ends in which the charge was not read, and may be paid or not. */
const NOT_READ: readonly Category[] = ['network', 'service', 'unauthenticated', 'forbidden', 'rate_limited']

export default class ChargeConfirm extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override examples = [
    `<%= config.bin %> charge confirm ID --amount ${exampleAmount()} && echo "${texts.handOver()}"`,
  ]
  static override outputs = ['charge-confirm'] as const
  static override args = { id: chargeIdArg }
  static override flags = {
    amount: requiredAmountFlag(texts.amount()),
    'pass-fee': boolean({ description: texts.passFee() }),
    description: textFlag({ description: texts.description(), helpValue: 'TEXT' }),
    quiet: quietFlag(),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChargeConfirm)
    const id = checkChargeId(args.id.replace(/^(?:\u2026|\.+)|(?:\u2026|\.+)$/g, ''))
    if (id !== args.id) throw notWhole(id)
    const expected = {
      amount: checkAmount(flags.amount),
      passFee: flags['pass-fee'] === true,
      ...(flags.description === undefined ? {} : { description: flags.description }),
    }
    const context = this.context(flags)
    const { out } = context
    const client = await context.client()
    // Never by the beginning of an id: a shop that hands over once for each id would do so once for each beginning.
    const read = await client.foreignPayment(id).catch(async error => {
      const isUnknown = error instanceof Failure && error.category === 'not_found'
      throw isUnknown && (await isPartOfId(context, id)) ? notWhole(id) : notKnown(error)
    })
    const differences = chargeDifferences(expected, read.data)
    const contradictions = paidContradictions(read.data, read.at ?? context.clock.now())
    for (const contradiction of contradictions) {
      if (!differences.some(({ field }) => field === contradiction.field)) differences.push(contradiction)
    }
    if (read.data.status !== 'PAID') {
      differences.unshift({ field: 'status', expected: 'PAID', got: read.data.status })
    }
    const isPaid = read.data.status === 'PAID' && contradictions.length === 0
    const isOtherAmount = differences.some(({ field }) => field === 'amount' || field === 'requestedAmount')
    const message = () => (isPaid ? texts.paidOtherwise(id, isOtherAmount) : texts.notAsExpected(id))
    const lines = differences.map(differenceText)
    const failure = new Failure('not_as_expected', message, { lines, next: texts.keepGoods })
    const isOne = differences.length === 0
    const isForPerson = out.human && !flags.quiet
    if (isForPerson) await out.data(verdictText(out, isOne ? read.data : failure))
    await presentCharge(out, read, flags)
    // Somebody who reads only stderr still needs it.
    if (!isOne) throw isForPerson && this.host.stderr.isTTY ? failure.reported() : failure
    if (!isForPerson) out.note(texts.isPaid(escapeControls(nameOf(read.data))))
  }
}

/** The charge may well be paid, so nothing may sound as if there were none. */
function notWhole(id: string): Failure {
  return new Failure('usage', () => texts.notWhole(id), {
    next: suggest('charges list', { say: texts.seeWhole, flags: { search: id } }),
  })
}

/** Says first of an error without a reading that nothing may be handed over yet. */
function notKnown(error: unknown): unknown {
  if (!(error instanceof Failure) || !NOT_READ.includes(error.category)) return error
  const { text } = error
  return error.with({ message: () => texts.notKnown(localized(text)) })
}

/** The first lines on a terminal: whether the goods may be handed over, and what is not as expected. */
function verdictText({ style, columns }: Output, found: ForeignPayment | Failure): string {
  const isFailure = found instanceof Failure
  const head = isFailure
    ? texts.handNothingOver(found.localized)
    : texts.isPaid(escapeControls(nameOf(found)))
  const paint = isFailure ? style.red : style.green
  const details = isFailure ? found.localizedLines.map(line => `  ${line}`) : []
  const lines = [head, ...details].flatMap(line => wrapWords(escapeControls(line), columns))
  return `${lines.map((line, at) => (at === 0 ? paint(line) : line)).join('\n')}\n`
}
