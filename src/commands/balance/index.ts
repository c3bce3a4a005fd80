import { BaseCommand } from '#cli/base-command.ts'
import { dataOf, printObject } from '#cli/output/present.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import { texts } from './texts.ts'

export default class Balance extends BaseCommand {
  static override summary = texts.summary()
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
    const { availableBalance, currency } = balance
    const value = humanAmount(availableBalance)
    const fields = () => [{ label: texts.availableBalance(), value, paint: out.style.bold }]
    const values = { availableBalance: decimalAmount(availableBalance), currency }
    await printObject<'balance'>(out, balance, fields, values)
  }
}
