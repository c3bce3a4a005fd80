import { string } from '@oclif/core/args'
import { withJson } from '#cli/flags/json-shape.ts'
import { formatJson } from '#lib/json.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxFaultClear extends SandboxCommand {
  static override summary = texts.clearSummary()
  static override description = withJson('{"cleared"}')
  static override examples = [
    '<%= config.bin %> sandbox fault clear',
    '<%= config.bin %> sandbox fault clear ID',
  ]
  static override args = {
    id: string({ name: 'ID', ignoreStdin: true, description: texts.clearId() }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxFaultClear)
    const { out, dashboard } = await this.dashboard(flags)
    const path = args.id === undefined ? '/faults' : `/faults/${encodeURIComponent(args.id)}`
    const { data } = await dashboard.call<{ data: { cleared: number } }>('DELETE', path)
    if (out.json) return out.data(formatJson(data))
    if (args.id !== undefined) out.note(texts.cleared(args.id))
    else out.note(texts.allCleared(data.cleared))
  }
}
