import { printList } from '#cli/output/present.ts'
import type { SandboxStoreList as Stores } from '#contract/generated/output.ts'
import { formatLocal } from '#lib/local-time.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxStoreList extends SandboxCommand {
  static override outputs = ['sandbox-store-list'] as const
  static override summary = texts.listSummary()
  static override description = texts.listDescription()
  static override examples = ['<%= config.bin %> sandbox store list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxStoreList)
    const { out, data } = await this.ask<{ data: Stores }>(flags, 'GET', '/stores')
    await printList<'sandbox-store-list'>(out, data, [
      { header: texts.storeHeader(), whole: true, cell: ({ name }) => name },
      { header: texts.profileHeader(), whole: true, cell: ({ profile }) => profile ?? '' },
      {
        header: texts.sinceHeader(),
        cell: ({ disabledAt }) => (disabledAt === null ? '' : formatLocal(disabledAt)),
      },
    ])
  }
}
