import { exampleAmount } from '#cli/flags/arguments.ts'
import { printObject } from '#cli/output/present.ts'
import type { SandboxDeposit as Deposit } from '#contract/generated/output.ts'
import { MAX_DEPOSIT } from '#contract/limits.ts'
import { toReais } from '#contract/money.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import { requiredArg, SandboxCommand } from '../shared/command.ts'
import { texts } from '../shared/texts.ts'

interface Deposited {
  data: Deposit
  balance: { availableBalance: number }
}

export default class SandboxDeposit extends SandboxCommand {
  static override outputs = ['sandbox-deposit'] as const
  static override summary = texts.depositSummary()
  static override description = texts.depositDescription()
  static override examples = [`<%= config.bin %> sandbox deposit ${exampleAmount()}`]
  static override args = { amount: requiredArg('AMOUNT', texts.amountArg()) }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxDeposit)
    const amount = checkAmount(args.amount, 'AMOUNT', MAX_DEPOSIT)
    const body = { amount: toReais(amount) }
    const { out, data, balance } = await this.ask<Deposited>(flags, 'POST', '/deposits', body)
    const fields = () => [
      { label: texts.deposit(), value: data.id, whole: true },
      { label: texts.amount(), value: humanAmount(data.amount) },
      { label: texts.balanceNow(), value: humanAmount(balance.availableBalance) },
    ]
    const values = { ...data, amount: decimalAmount(data.amount) }
    await printObject<'sandbox-deposit'>(out, data, fields, values)
  }
}
