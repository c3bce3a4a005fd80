import { printObject } from '#cli/output/present.ts'
import type { SandboxSeed as Seeded } from '#contract/generated/output.ts'
import { Failure } from '#lib/failure.ts'
import { MAX_SAMPLES } from '#lib/sandbox/data.ts'
import { stateWord } from '#lib/state-words.ts'
import { suggest } from '#lib/suggestion.ts'
import { requiredArg, SandboxCommand } from '../shared/command.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxSeed extends SandboxCommand {
  static override outputs = ['sandbox-seed'] as const
  static override summary = texts.seedSummary()
  static override examples = ['<%= config.bin %> sandbox seed 100']
  static override args = { n: requiredArg('N', texts.howMany(MAX_SAMPLES)) }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxSeed)
    const count = /^\d{1,6}$/.test(args.n) ? Number(args.n) : 0
    if (count < 1 || count > MAX_SAMPLES)
      throw new Failure('usage', () => texts.badCount(MAX_SAMPLES, args.n), {
        next: suggest('sandbox seed', { say: texts.forExample, args: ['100'] }),
      })
    const { out, data } = await this.ask<{ data: Seeded }>(flags, 'POST', '/seed', { count })
    const counts = Object.entries(data.byStatus).map(([status, { count }]) => [status, count] as const)
    const fields = () => [
      { label: texts.charges(), value: `${count}` },
      ...counts.map(([status, many]) => ({ label: stateWord(status), value: `${many}` })),
    ]
    await printObject<'sandbox-seed'>(out, data, fields, { count, ...Object.fromEntries(counts) })
  }
}
