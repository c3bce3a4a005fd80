import { BaseCommand } from '#cli/base-command.ts'
import { withJson } from '#cli/flags/json-shape.ts'
import { summarizeProfiles } from '#credentials/profiles.ts'
import { formatJson } from '#lib/json.ts'
import { suggest } from '#lib/suggestion.ts'
import { formatTable } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { texts } from '../texts.ts'

export default class AuthList extends BaseCommand {
  static override summary = texts.list()
  static override description = withJson(
    '[{"profile","current","baseUrl","realtimeUrl","secrets":[…],"storage"}]',
  )
  static override examples = ['<%= config.bin %> auth list', '<%= config.bin %> auth list --json']

  async run(): Promise<void> {
    const { flags } = await this.parse(AuthList)
    const { out, profile } = this.context(flags)
    const rows = summarizeProfiles(profile().config)
    if (out.json) return out.data(formatJson(rows))
    if (!out.human) return out.data(rows.map(row => tsvRow(Object.values(row))).join(''))
    if (rows.length === 0)
      return out.note(
        suggest('auth login', { say: texts.noProfiles, flags: { 'base-url': 'https://…/api/v1' } }),
      )
    const table = await formatTable(
      [
        { header: '', whole: true },
        { header: texts.profileColumn(), whole: true },
        { header: texts.baseUrlColumn() },
        { header: texts.realtimeColumn(), minWidth: 12, dropRank: 1 },
        { header: texts.secretsColumn() },
        { header: texts.storageColumn() },
      ],
      rows.map(row => [
        row.current ? '*' : '',
        row.profile,
        row.baseUrl ?? '',
        row.realtimeUrl ?? '',
        row.secrets.join(', '),
        row.storage === null ? '' : texts.storage(row.storage),
      ]),
      out,
    )
    await out.data(table)
  }
}
