import { printList } from '#cli/output/present.ts'
import type { SandboxKeyList as Keys } from '#contract/generated/output.ts'
import { formatLocal } from '#lib/local-time.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxKeyList extends SandboxCommand {
  static override outputs = ['sandbox-key-list'] as const
  static override summary = texts.listSummary()
  static override description = texts.listDescription()
  static override examples = ['<%= config.bin %> sandbox key list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxKeyList)
    const { out, data } = await this.ask<{ data: Keys }>(flags, 'GET', '/keys')
    await printList<'sandbox-key-list'>(out, data, [
      { header: 'ID', whole: true, cell: ({ id }) => id },
      { header: texts.keyHeader(), cell: ({ key }) => key },
      { header: texts.permissionsHeader(), cell: ({ permissions }) => permissions.join(', ') },
      { header: texts.createdHeader(), dropRank: 2, cell: ({ createdAt }) => formatLocal(createdAt) },
      { header: texts.expiresHeader(), dropRank: 1, cell: ({ expiresAt }) => timeOf(expiresAt) },
      { header: texts.revokedHeader(), cell: ({ revokedAt }) => timeOf(revokedAt) },
    ])
  }
}

const timeOf = (time: string | null) => (time === null ? '' : formatLocal(time))
