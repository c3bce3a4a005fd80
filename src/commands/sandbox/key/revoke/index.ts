import { withJson } from '#cli/flags/json-shape.ts'
import { requiredArg, SandboxCommand } from '../../shared/command.ts'
import { printObject } from '../../shared/print.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxKeyRevoke extends SandboxCommand {
  static override summary = texts.revokeSummary()
  static override description = withJson(
    '{"id","hint","permissions":[…],"createdAt","expiresAt","revokedAt"}',
  )
  static override examples = ['<%= config.bin %> sandbox key revoke ID']
  static override args = { id: requiredArg('ID', texts.id()) }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxKeyRevoke)
    const path = `/keys/${encodeURIComponent(args.id)}`
    const { out, answer } = await this.ask<{ data: object }>(flags, 'DELETE', path)
    await printObject(out, answer.data)
    out.note(texts.revoked(args.id))
  }
}
