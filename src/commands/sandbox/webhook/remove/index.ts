import { printObject } from '#cli/output/present.ts'
import type { SandboxWebhookRemove as Removed } from '#contract/generated/output.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { endpointIdArg, endpointPath } from '../shared/endpoints.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxWebhookRemove extends SandboxCommand {
  static override outputs = ['sandbox-webhook-remove'] as const
  static override summary = texts.removeSummary()
  static override description = texts.removeDescription()
  static override examples = ['<%= config.bin %> sandbox webhook remove ID']
  static override args = { id: endpointIdArg }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookRemove)
    const { out, data } = await this.ask<{ data: Removed }>(flags, 'DELETE', endpointPath(args.id))
    await printObject<'sandbox-webhook-remove'>(out, data)
    out.note(texts.removed(args.id))
  }
}
