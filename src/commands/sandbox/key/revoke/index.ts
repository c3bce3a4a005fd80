import { withJson } from '#cli/flags/json-shape.ts'
import { formatJson } from '#lib/json.ts'
import { requiredArg, SandboxCommand } from '../../shared/command.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxKeyRevoke extends SandboxCommand {
  static override summary = texts.revokeSummary()
  static override description = withJson(
    '{"id","hint","permissions":[…],"createdAt","expiresAt","revokedAt"}',
  )
  static override examples = ['<%= config.bin %> sandbox key revoke ID']
  static override args = { id: requiredArg('ID', texts.id()) }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxKeyRevoke)
    const { out, dashboard } = await this.dashboard(flags)
    const { data } = await dashboard.call<{ data: unknown }>('DELETE', `/keys/${encodeURIComponent(args.id)}`)
    if (out.json) return out.data(formatJson(data))
    out.note(texts.revoked(args.id))
  }
}
