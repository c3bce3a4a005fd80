import { formatJson } from '#lib/json.ts'
import { formatLocal } from '#lib/local-time.ts'
import { formatTable } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { texts } from './texts.ts'

interface Key {
  id: string
  hint: string
  permissions: string[]
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
}

export default class SandboxKeyList extends SandboxCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = ['<%= config.bin %> sandbox key list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxKeyList)
    const { out, dashboard } = await this.dashboard(flags)
    const { data } = await dashboard.call<{ data: Key[] }>('GET', '/keys')
    if (out.json) return out.data(formatJson(data))
    if (!out.human) {
      const row = ({ id, hint, permissions, createdAt, revokedAt, expiresAt }: Key) =>
        tsvRow([id, hint, permissions, createdAt, revokedAt, expiresAt])
      return out.data(data.map(row).join(''))
    }
    const table = await formatTable(
      [
        { header: 'ID', whole: true },
        { header: texts.key() },
        { header: texts.permissions() },
        { header: texts.created(), dropRank: 2 },
        { header: texts.expires(), dropRank: data.some(({ expiresAt }) => expiresAt !== null) ? 1 : 3 },
        { header: texts.revoked() },
      ],
      data.map(key => [
        key.id,
        key.hint,
        key.permissions.join(', '),
        formatLocal(key.createdAt),
        key.expiresAt === null ? '' : formatLocal(key.expiresAt),
        key.revokedAt === null ? '' : formatLocal(key.revokedAt),
      ]),
      { style: out.style, columns: out.columns },
    )
    await out.data(table)
  }
}
