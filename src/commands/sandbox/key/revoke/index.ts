import { printObject } from '#cli/output/present.ts'
import type { SandboxKey } from '#contract/generated/output.ts'
import { requiredArg, SandboxCommand } from '../../shared/command.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxKeyRevoke extends SandboxCommand {
  static override outputs = ['sandbox-key'] as const
  static override summary = texts.revokeSummary()
  static override examples = ['<%= config.bin %> sandbox key revoke ID']
  static override args = { id: requiredArg('ID', texts.id()) }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxKeyRevoke)
    const path = `/keys/${encodeURIComponent(args.id)}`
    const { out, data } = await this.ask<{ data: SandboxKey }>(flags, 'DELETE', path)
    await printObject<'sandbox-key'>(out, data)
    out.note(texts.revoked(args.id))
  }
}
