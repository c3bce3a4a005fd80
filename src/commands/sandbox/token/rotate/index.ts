import { presentObject } from '../../../../cli/output/present.ts'
import { formatJson } from '../../../../terminal/json.ts'
import { SandboxCommand } from '../../shared/command.ts'

export default class SandboxTokenRotate extends SandboxCommand {
  static override summary = 'replace the WebSocket token'
  static override description =
    'The old token is refused and its connections are closed. The profile has the new one, which is shown only once.'
  static override examples = ['<%= config.bin %> sandbox token rotate']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxTokenRotate)
    const { out, dashboard } = await this.dashboard(flags)
    const { wsToken } = await dashboard.call<{ wsToken: string }>('POST', '/realtime/token', {})
    if (out.json) return out.data(formatJson({ wsToken }))
    await presentObject(out, [['wsToken', wsToken]], () => [
      { label: 'WebSocket token', value: wsToken, whole: true },
    ])
    out.note("the profile has it already; copy it now for other programs: it won't be shown again")
  }
}
