import { string } from '@oclif/core/args'
import { presentObject } from '../../../cli/output/present.ts'
import { Failure } from '../../../shared/failure.ts'
import { suggest } from '../../../shared/suggestion.ts'
import { formatJson } from '../../../terminal/json.ts'
import { SandboxCommand } from '../shared/command.ts'

const MOST = 200_000

export default class SandboxSeed extends SandboxCommand {
  static override summary = 'create sample charges in different states'
  static override examples = ['<%= config.bin %> sandbox seed 100']
  static override args = {
    n: string({ name: 'N', required: true, ignoreStdin: true, description: `how many, up to ${MOST}` }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxSeed)
    const count = /^\d{1,6}$/.test(args.n) ? Number(args.n) : 0
    if (count < 1 || count > MOST)
      throw new Failure('usage', `N is a number from 1 to ${MOST}, not ${args.n}`, {
        next: suggest('sandbox seed', { say: 'for example', args: ['100'] }),
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
      [['Charges', data.count] as const, ...states].map(([label, value]) => ({
        label,
        value: String(value),
      })),
    )
  }
}
