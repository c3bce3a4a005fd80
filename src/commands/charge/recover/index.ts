import { string } from '@oclif/core/args'
import { boolean, string as stringFlag } from '@oclif/core/flags'
import { afterCreation } from '#charges/creations/failures.ts'
import { type Choice, chooseUnresolved, forget, seeList, sendAgain } from '#charges/creations/recovery.ts'
import { BaseCommand } from '#cli/base-command.ts'
import type { Context } from '#cli/context/context.ts'
import { exampleKey } from '#cli/flags/arguments.ts'
import { quietFlag } from '#cli/flags/flags.ts'
import { written } from '#cli/host/host.ts'
import { mostSerious } from '#cli/output/exit-codes.ts'
import { Failure } from '#lib/failure.ts'
import { checkIdempotencyKey } from '#lib/input/ids.ts'
import { printFailure, printForgotten, printRecovered, printUnresolved } from './recovered.ts'
import { texts } from './texts.ts'

export default class ChargeRecover extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override json = texts.json()
  static override examples = [
    '<%= config.bin %> charge recover',
    `<%= config.bin %> charge recover ${exampleKey()}`,
    '<%= config.bin %> charge recover --list',
  ]
  static override outputs = ['charge-recover', 'charge-recover-list', 'charge-recover-forget'] as const
  static override strict = false
  static override args = { key: string({ name: 'KEY', ignoreStdin: true, description: texts.keys() }) }
  static override flags = {
    list: boolean({ description: texts.list(), exclusive: ['forget'] }),
    forget: stringFlag({ description: texts.forget(), helpValue: 'KEY', exclusive: ['list'] }),
    force: boolean({ description: texts.force(), exclusive: ['list', 'forget'] }),
    quiet: quietFlag(['json', 'list', 'forget']),
  }

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ChargeRecover)
    const keys = argv as string[]
    const context = this.context(flags)
    const { out } = context
    if (flags.list) {
      refuseKeys(keys, '--list')
      return printUnresolved(context)
    }
    if (flags.forget !== undefined) {
      refuseKeys(keys, '--forget')
      const key = checkIdempotencyKey(flags.forget)
      await forget(context, key)
      return printForgotten(out, key)
    }
    const choice = await chooseUnresolved(context, keys, flags.force)
    if (choice.entries.length === 0 && !choice.left) return out.note(texts.noneUnresolved())
    await recover(context, choice, flags)
  }
}

function refuseKeys(keys: readonly string[], flag: string): void {
  if (keys.length > 0) throw new Failure('usage', () => texts.noOtherKeys(flag), { next: texts.leaveOut })
}

/**
 * Sends entries again and prints each outcome. The exit code is that of the most serious outcome: unknown comes before
 * refused, and entries that were not sent come last.
 */
async function recover(
  context: Context,
  { entries, left }: Choice,
  { force, quiet }: { force: boolean; quiet: boolean },
): Promise<void> {
  const { out } = context
  const failures: Failure[] = []
  if (entries.length > 0) {
    context.announce()
    if (force) out.warn(() => texts.mayBeOtherStore(context.target().host))
    out.note(texts.sendingAgain(entries.length))
    for await (const end of sendAgain(context, entries)) {
      if ('failure' in end) {
        failures.push(end.failure)
        await printFailure(out, end, { quiet, several: entries.length > 1 })
        continue
      }
      try {
        await printRecovered(out, end.created, quiet)
        await written(context.host)
      } catch (error) {
        throw afterCreation(error, end.created.payment.id)
      }
    }
  }
  throwResult(failures, entries.length, left)
}

/** Throws the most serious failure, with those that were left. Does nothing if all went well. */
function throwResult(failures: readonly Failure[], total: number, left: Failure | null): void {
  const worst = mostSerious(failures)
  const message = () => texts.someFailed(failures.length, total, worst!.localized)
  const result = total > 1 && worst ? worst.with({ message, next: seeList(texts.seeLeft) }) : (worst ?? left)
  if (!result) return
  if (!worst || !left) throw result
  throw result.with({
    lines: [...result.lineTexts, left.text, ...left.lineTexts],
    next: [...result.next, ...left.next],
  })
}
