import { string } from '@oclif/core/args'
import { printObject } from '#cli/output/present.ts'
import type { SandboxFaultClear as Cleared } from '#contract/generated/output.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxFaultClear extends SandboxCommand {
  static override outputs = ['sandbox-fault-clear'] as const
  static override summary = texts.clearSummary()
  static override examples = [
    '<%= config.bin %> sandbox fault clear',
    '<%= config.bin %> sandbox fault clear ID',
  ]
  static override args = {
    id: string({ name: 'ID', ignoreStdin: true, description: texts.clearId() }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxFaultClear)
    const path = args.id === undefined ? '/faults' : `/faults/${encodeURIComponent(args.id)}`
    const { out, data } = await this.ask<{ data: Cleared }>(flags, 'DELETE', path)
    await printObject<'sandbox-fault-clear'>(out, data)
    out.note(args.id === undefined ? texts.allCleared(data.cleared) : texts.cleared(args.id))
  }
}
