import { withJson } from '#cli/flags/json-shape.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { printObject } from '../../shared/print.ts'
import { endpointIdArg, endpointPath } from '../shared/endpoints.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxWebhookRemove extends SandboxCommand {
  static override summary = texts.removeSummary()
  static override description = withJson('{"id","removed"}', texts.removeDescription())
  static override examples = ['<%= config.bin %> sandbox webhook remove ID']
  static override args = { id: endpointIdArg }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookRemove)
    const { out, answer } = await this.ask<{ data: object }>(flags, 'DELETE', endpointPath(args.id))
    await printObject(out, answer.data)
    out.note(texts.removed(args.id))
  }
}
