import { withJson } from '#cli/flags/json-shape.ts'
import { formatLocal } from '#lib/local-time.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { printList } from '../../shared/print.ts'
import type { StoreSummary } from '../shared/availability.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxStoreList extends SandboxCommand {
  static override summary = texts.listSummary()
  static override description = withJson('[{"name","profile","disabledAt"}]', texts.listDescription())
  static override examples = ['<%= config.bin %> sandbox store list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxStoreList)
    const { out, answer } = await this.ask<{ data: StoreSummary[] }>(flags, 'GET', '/stores')
    const values = ({ name, profile, disabledAt }: StoreSummary) => [name, profile, disabledAt]
    await printList(out, answer.data, values, [
      { header: texts.storeHeader(), whole: true, cell: ({ name }) => name },
      { header: texts.profileHeader(), whole: true, cell: ({ profile }) => profile ?? '' },
      {
        header: texts.sinceHeader(),
        cell: ({ disabledAt }) => (disabledAt === null ? '' : formatLocal(disabledAt)),
      },
    ])
  }
}
