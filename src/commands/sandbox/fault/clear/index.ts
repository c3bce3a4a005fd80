import { string } from '@oclif/core/args'
import { formatJson } from '../../../../terminal/json.ts'
import { SandboxCommand } from '../../shared/command.ts'

export default class SandboxFaultClear extends SandboxCommand {
  static override summary = 'end a fault of the sandbox, or all of them'
  static override examples = [
    '<%= config.bin %> sandbox fault clear',
    '<%= config.bin %> sandbox fault clear ID',
  ]
  static override args = {
    id: string({
      name: 'ID',
      ignoreStdin: true,
      description: 'the id of a fault, from sandbox fault list; all by default',
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxFaultClear)
    const { out, dashboard } = await this.dashboard(flags)
    const path = args.id === undefined ? '/faults' : `/faults/${encodeURIComponent(args.id)}`
    const { data } = await dashboard.call<{ data: { cleared: number } }>('DELETE', path)
    if (out.json) return out.data(formatJson(data))
    if (args.id !== undefined) out.note(`fault ${args.id} is cleared`)
    else out.note(data.cleared === 1 ? '1 fault is cleared' : `${data.cleared} faults are cleared`)
  }
}
