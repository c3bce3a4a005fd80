import { BaseCommand } from '#cli/base-command.ts'
import type { Context } from '#cli/context/context.ts'
import { exampleProfile } from '#cli/flags/arguments.ts'
import { realtimeUrlFlag } from '#cli/flags/flags.ts'
import { hint } from '#cli/output/hints.ts'
import { printObject } from '#cli/output/present.ts'
import { Failure } from '#lib/failure.ts'
import { inLanguage } from '#lib/language.ts'
import type { Step } from '#lib/suggestion.ts'
import { commandFor, missingIn, startCommand } from './missing.ts'
import { texts } from './texts.ts'

export default class Setup extends BaseCommand {
  static override outputs = ['setup'] as const
  static override summary = texts.summary()
  static override description = texts.help()
  static override examples = [
    '<%= config.bin %> setup',
    `<%= config.bin %> setup --profile ${exampleProfile()}`,
    '<%= config.bin %> setup --json | jq -r .next',
  ]
  static override flags = { 'realtime-url': realtimeUrlFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(Setup)
    const open = (readOnly = false) =>
      this.context(flags, this.host, { anyProfile: true, readOnly, asksOnce: readOnly })
    const context = open()
    if (!this.host.stdin.isTTY || !context.out.human || flags['no-input']) return sayMissing(context)
    const { askForAll } = await import('./ask-for-all.ts')
    await askForAll(open)
  }
}

/** For scripts. Failure (usage) if something is missing. */
async function sayMissing(context: Context): Promise<void> {
  const { host, out } = context
  const { profile } = context.profile()
  const names = missingIn(context)
  const steps = names.map(name => commandFor(name, context))
  const words = (step: Step) => inLanguage('en', () => hint(step, host))
  const missing = names.map((name, index) => ({ name, next: words(steps[index]!) }))
  const next = words(await startCommand(context))
  await printObject<'setup'>(out, { profile, missing, next }, undefined, {
    profile,
    missing: names.join(','),
    next,
  })
  if (names.length === 0) return
  const once = [...new Map(steps.map(step => [words(step), step])).values()]
  throw new Failure('usage', () => texts.missing(names), { next: once })
}
