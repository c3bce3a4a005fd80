import { formatJson } from '#lib/json.ts'
import { formatLocal } from '#lib/local-time.ts'
import { formatTable } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { SandboxCommand } from '../../shared/command.ts'
import type { StoreSummary } from '../shared/availability.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxStoreList extends SandboxCommand {
  static override summary = texts.listSummary()
  static override description = texts.listDescription()
  static override examples = ['<%= config.bin %> sandbox store list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxStoreList)
    const { out, dashboard } = await this.dashboard(flags)
    const { data } = await dashboard.call<{ data: StoreSummary[] }>('GET', '/stores')
    if (out.json) return out.data(formatJson(data))
    if (!out.human) {
      return out.data(
        data.map(({ name, profile, disabledAt }) => tsvRow([name, profile, disabledAt])).join(''),
      )
    }
    const table = await formatTable(
      [
        { header: texts.storeHeader(), whole: true },
        { header: texts.profileHeader(), whole: true },
        { header: texts.sinceHeader() },
      ],
      data.map(({ name, profile, disabledAt }) => [
        name,
        profile ?? '',
        disabledAt === null ? '' : formatLocal(disabledAt),
      ]),
      { style: out.style, columns: out.columns },
    )
    await out.data(table)
  }
}
