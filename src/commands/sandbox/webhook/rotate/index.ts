import type { SandboxWebhookAdd as WithSecret } from '#contract/generated/output.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { endpointIdArg, endpointPath, printWithSecret } from '../shared/endpoints.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxWebhookRotate extends SandboxCommand {
  static override outputs = ['sandbox-webhook-add'] as const
  static override summary = texts.rotateSummary()
  static override description = texts.rotateDescription()
  static override examples = ['<%= config.bin %> sandbox webhook rotate ID']
  static override args = { id: endpointIdArg }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookRotate)
    const path = `${endpointPath(args.id)}/rotate`
    const { out, data } = await this.ask<{ data: WithSecret }>(flags, 'POST', path)
    await printWithSecret(out, data)
  }
}
