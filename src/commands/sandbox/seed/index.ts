import { withJson } from '#cli/flags/json-shape.ts'
import { presentObject } from '#cli/output/present.ts'
import { Failure } from '#lib/failure.ts'
import { formatJson } from '#lib/json.ts'
import { suggest } from '#lib/suggestion.ts'
import { requiredArg, SandboxCommand } from '../shared/command.ts'
import { texts } from '../shared/texts.ts'

const MOST = 200_000

export default class SandboxSeed extends SandboxCommand {
  static override summary = texts.seedSummary()
  static override description = withJson('{"count","byStatus":{…}}')
  static override examples = ['<%= config.bin %> sandbox seed 100']
  static override args = { n: requiredArg('N', texts.howMany(MOST)) }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxSeed)
    const count = /^\d{1,6}$/.test(args.n) ? Number(args.n) : 0
    if (count < 1 || count > MOST)
      throw new Failure('usage', () => texts.badCount(MOST, args.n), {
        next: suggest('sandbox seed', { say: texts.forExample, args: ['100'] }),
      })
    const { out, dashboard } = await this.dashboard(flags)
    const { data } = await dashboard.call<{ data: { count: number; byStatus: Record<string, number> } }>(
      'POST',
      '/seed',
      { count },
    )
    if (out.json) return out.data(formatJson(data))
    const states = Object.entries(data.byStatus)
    await presentObject(out, [['count', data.count], ...states], () =>
      [[texts.charges(), data.count] as const, ...states].map(([label, value]) => ({
        label,
        value: String(value),
      })),
    )
  }
}
