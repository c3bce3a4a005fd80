import { string } from '@oclif/core/args'
import { withJson } from '#cli/flags/json-shape.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { printObject } from '../../shared/print.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxFaultClear extends SandboxCommand {
  static override summary = texts.clearSummary()
  static override description = withJson('{"cleared"}')
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
    const { out, answer } = await this.ask<{ data: { cleared: number } }>(flags, 'DELETE', path)
    await printObject(out, answer.data)
    out.note(args.id === undefined ? texts.allCleared(answer.data.cleared) : texts.cleared(args.id))
  }
}
