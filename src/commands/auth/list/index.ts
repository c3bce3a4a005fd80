import { BaseCommand } from '#cli/base-command.ts'
import { toJson } from '#cli/output/json.ts'
import { readConfig, summarizeProfiles } from '#credentials/profiles.ts'
import { suggest } from '#lib/suggestion.ts'
import { formatTable } from '#terminal/table.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { texts } from '../texts.ts'

export default class AuthList extends BaseCommand {
  static override outputs = ['auth-list'] as const
  static override summary = texts.list()
  static override description = texts.listDescription()
  static override examples = ['<%= config.bin %> auth list', '<%= config.bin %> auth list --json']

  async run(): Promise<void> {
    const { flags } = await this.parse(AuthList)
    // A wrong PIXCTL_PROFILE must not keep anybody from seeing the right ones.
    const anyProfile = flags.profile === undefined
    const { out, folders, sayVariables } = this.context(flags, this.host, { anyProfile })
    sayVariables()
    const config = readConfig(folders.config)
    for (const { failure } of config.unreadable?.values() ?? []) out.warn(failure.text)
    const rows = summarizeProfiles(config)
    if (out.json) return out.data(toJson<'auth-list'>(rows))
    if (!out.human) {
      const lines = rows.map(({ secrets, ...row }) => {
        return tsvRow([...Object.values(row), secrets.map(({ kind, storage }) => `${kind}:${storage}`)])
      })
      return out.data(lines.join(''))
    }
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
      ],
      rows.map(row => [
        row.current ? '*' : '',
        row.profile,
        row.baseUrl ?? '',
        row.realtimeUrl ?? '',
        row.secrets.map(({ kind, storage }) => `${kind} (${texts.storage(storage)})`).join(', '),
      ]),
      out,
    )
    await out.data(table)
  }
}
