import { withJson } from '#cli/flags/json-shape.ts'
import { formatJson } from '#lib/json.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { endpointIdArg, endpointPath } from '../shared/endpoints.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxWebhookRemove extends SandboxCommand {
  static override summary = texts.removeSummary()
  static override description = withJson('{"id","removed"}', texts.removeDescription())
  static override examples = ['<%= config.bin %> sandbox webhook remove ID']
  static override args = { id: endpointIdArg }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookRemove)
    const { out, dashboard } = await this.dashboard(flags)
    const { data } = await dashboard.call<{ data: unknown }>('DELETE', endpointPath(args.id))
    if (out.json) return out.data(formatJson(data))
    out.note(texts.removed(args.id))
  }
}
