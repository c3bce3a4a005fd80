import { withJson } from '#cli/flags/json-shape.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { printObject } from '../../shared/print.ts'
import { texts } from '../../shared/texts.ts'

export default class SandboxTokenRotate extends SandboxCommand {
  static override summary = texts.rotateSummary()
  static override description = withJson('{"wsToken"}', texts.rotateDescription())
  static override examples = ['<%= config.bin %> sandbox token rotate']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxTokenRotate)
    const { out, answer } = await this.ask<{ wsToken: string }>(flags, 'POST', '/realtime/token', {})
    await printObject(out, answer, () => [{ label: texts.token(), value: answer.wsToken, whole: true }])
    out.note(texts.copyNow())
  }
}
