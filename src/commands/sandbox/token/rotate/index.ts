import { printObject } from '#cli/output/present.ts'
import type { SandboxTokenRotate as NewToken } from '#contract/generated/output.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { texts } from '../../shared/texts.ts'

export default class SandboxTokenRotate extends SandboxCommand {
  static override outputs = ['sandbox-token-rotate'] as const
  static override summary = texts.rotateSummary()
  static override description = texts.rotateDescription()
  static override examples = ['<%= config.bin %> sandbox token rotate']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxTokenRotate)
    const { out, data } = await this.ask<{ data: NewToken }>(flags, 'POST', '/token/rotate')
    await printObject<'sandbox-token-rotate'>(out, data, () => [
      { label: texts.token(), value: data.wsToken, whole: true },
    ])
    out.note(texts.copyNow())
  }
}
