import { withJson } from '#cli/flags/json-shape.ts'
import { presentObject } from '#cli/output/present.ts'
import { formatJson } from '#lib/json.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { texts } from '../../shared/texts.ts'

export default class SandboxTokenRotate extends SandboxCommand {
  static override summary = texts.rotateSummary()
  static override description = withJson('{"wsToken"}', texts.rotateDescription())
  static override examples = ['<%= config.bin %> sandbox token rotate']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxTokenRotate)
    const { out, dashboard } = await this.dashboard(flags)
    const { wsToken } = await dashboard.call<{ wsToken: string }>('POST', '/realtime/token', {})
    if (out.json) return out.data(formatJson({ wsToken }))
    await presentObject(out, [['wsToken', wsToken]], () => [
      { label: texts.token(), value: wsToken, whole: true },
    ])
    out.note(texts.copyNow())
  }
}
