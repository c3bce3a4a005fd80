import { BaseCommand } from '#cli/base-command.ts'
import { withJson } from '#cli/flags/json-shape.ts'
import { toJson } from '#cli/output/json.ts'
import { dataOf, presentObject } from '#cli/output/present.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import { texts } from './texts.ts'

export default class Balance extends BaseCommand {
  static override summary = texts.summary()
  static override description = withJson('{"availableBalance","currency"}')
  static override examples = [
    '<%= config.bin %> balance',
    '<%= config.bin %> balance | cut -f2 | head -1',
    '<%= config.bin %> balance --json',
  ]
  static override outputs = ['balance'] as const

  async run(): Promise<void> {
    const { flags } = await this.parse(Balance)
    const { out, client } = this.context(flags)
    const { text } = await (await client()).balance()
    const balance = dataOf<'balance'>(text)
    if (out.json) return out.data(toJson<'balance'>(balance))
    const { availableBalance, currency } = balance
    await presentObject(
      out,
      [
        ['availableBalance', decimalAmount(availableBalance)],
        ['currency', currency],
      ],
      () => [
        { label: texts.availableBalance(), value: humanAmount(availableBalance), paint: out.style.bold },
      ],
    )
  }
}
