import { BaseCommand } from '#cli/base-command.ts'
import { printList } from '#cli/output/present.ts'
import { readConfig, summarizeProfiles } from '#credentials/profiles.ts'
import { suggest } from '#lib/suggestion.ts'
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
    if (out.human && rows.length === 0)
      return out.note(
        suggest('auth login', { say: texts.noProfiles, flags: { 'base-url': 'https://…/api/v1' } }),
      )
    await printList<'auth-list'>(
      out,
      rows,
      [
        { header: '', whole: true, cell: ({ current }) => (current ? '*' : '') },
        { header: texts.profileColumn(), whole: true, cell: ({ profile }) => profile },
        { header: texts.baseUrlColumn(), cell: ({ baseUrl }) => baseUrl ?? '' },
        {
          header: texts.realtimeColumn(),
          minWidth: 12,
          dropRank: 1,
          cell: ({ realtimeUrl }) => realtimeUrl ?? '',
        },
        {
          header: texts.secretsColumn(),
          cell: ({ secrets }) =>
            secrets.map(({ kind, storage }) => `${kind} (${texts.storage(storage)})`).join(', '),
        },
      ],
      ({ secrets, ...row }) => [
        ...Object.values(row),
        secrets.map(({ kind, storage }) => `${kind}:${storage}`),
      ],
    )
  }
}
