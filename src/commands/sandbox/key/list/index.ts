import { withJson } from '#cli/flags/json-shape.ts'
import { formatLocal } from '#lib/local-time.ts'
import type { KeySummary } from '#sandbox/core/keys.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { printList } from '../../shared/print.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxKeyList extends SandboxCommand {
  static override summary = texts.listSummary()
  static override description = withJson(
    '[{"id","hint","permissions":[…],"createdAt","expiresAt","revokedAt"}]',
    texts.listDescription(),
  )
  static override examples = ['<%= config.bin %> sandbox key list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxKeyList)
    const { out, answer } = await this.ask<{ data: KeySummary[] }>(flags, 'GET', '/keys')
    const { data } = answer
    const expiryRank = data.some(({ expiresAt }) => expiresAt !== null) ? 1 : 3
    const values = (key: KeySummary) => [
      ...[key.id, key.hint, key.permissions],
      ...[key.createdAt, key.revokedAt, key.expiresAt],
    ]
    await printList(out, data, values, [
      { header: 'ID', whole: true, cell: ({ id }) => id },
      { header: texts.keyHeader(), cell: ({ hint }) => hint },
      { header: texts.permissionsHeader(), cell: ({ permissions }) => permissions.join(', ') },
      { header: texts.createdHeader(), dropRank: 2, cell: ({ createdAt }) => formatLocal(createdAt) },
      { header: texts.expiresHeader(), dropRank: expiryRank, cell: ({ expiresAt }) => timeOf(expiresAt) },
      { header: texts.revokedHeader(), cell: ({ revokedAt }) => timeOf(revokedAt) },
    ])
  }
}

const timeOf = (time: string | null) => (time === null ? '' : formatLocal(time))
