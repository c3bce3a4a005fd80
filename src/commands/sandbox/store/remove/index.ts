import { printObject } from '#cli/output/present.ts'
import type { SandboxStoreRemove as Removed } from '#contract/generated/output.ts'
import { requiredArg, SandboxCommand } from '../../shared/command.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxStoreRemove extends SandboxCommand {
  static override outputs = ['sandbox-store-remove'] as const
  static override summary = texts.removeSummary()
  static override description = texts.removeDescription()
  static override examples = ['<%= config.bin %> sandbox store remove filial']
  static override args = { name: requiredArg('NAME', texts.removeArg()) }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxStoreRemove)
    const path = `/stores/${encodeURIComponent(args.name)}`
    const { out, data } = await this.ask<{ data: Removed }>(flags, 'DELETE', path)
    await printObject<'sandbox-store-remove'>(out, data)
    out.note(texts.removed(args.name))
  }
}
