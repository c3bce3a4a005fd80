import { BaseCommand } from '../../../cli/base-command.ts'
import { summarizeProfiles } from '../../../credentials/profiles.ts'
import { suggest } from '../../../shared/suggestion.ts'
import { formatJson } from '../../../terminal/json.ts'
import { formatTable } from '../../../terminal/table.ts'
import { tsvRow } from '../../../terminal/tsv.ts'

export default class AuthList extends BaseCommand {
  static override summary = 'list profiles and which secrets each one has'
  static override examples = ['<%= config.bin %> auth list', '<%= config.bin %> auth list --json']

  async run(): Promise<void> {
    const { flags } = await this.parse(AuthList)
    const { out, profile } = this.context(flags)
    const rows = summarizeProfiles(profile().config)
    if (out.json) return out.data(formatJson(rows))
    if (!out.human) return out.data(rows.map(row => tsvRow(Object.values(row))).join(''))
    if (rows.length === 0)
      return out.note(
        suggest('auth login', {
          say: 'no profiles yet; create one with',
          flags: { 'base-url': 'https://…/api/v1' },
        }),
      )
    const table = await formatTable(
      [
        { header: '', whole: true },
        { header: 'PROFILE', whole: true },
        { header: 'BASE URL', minWidth: 12 },
        { header: 'REALTIME URL', minWidth: 12, dropRank: 1 },
        { header: 'SECRETS' },
        { header: 'STORAGE' },
      ],
      rows.map(row => [
        row.current ? '*' : '',
        row.profile,
        row.baseUrl ?? '',
        row.realtimeUrl ?? '',
        row.secrets.join(', '),
        row.storage ?? '',
      ]),
      { style: out.style, columns: out.columns },
    )
    await out.data(table)
  }
}
