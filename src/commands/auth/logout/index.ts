import { string } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { KINDS, SECRET_KINDS } from '../../../credentials/kinds.ts'
import { removeSecret } from '../../../credentials/secrets.ts'
import { Failure } from '../../../shared/failure.ts'
import { suggest } from '../../../shared/suggestion.ts'
import { formatJson } from '../../../terminal/json.ts'

export default class AuthLogout extends BaseCommand {
  static override summary = "remove a profile's stored secrets"
  static override examples = [
    '<%= config.bin %> auth logout',
    '<%= config.bin %> auth logout --kind ws-token --profile shop2',
  ]
  static override flags = {
    kind: string({ description: 'which secret to remove; all by default', options: [...SECRET_KINDS] }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(AuthLogout)
    const { out, folders, keychain, profile: selected } = this.context(flags)
    const { profile, settings, exists } = selected()
    if (!exists && flags.profile !== undefined) {
      throw new Failure('not_found', `there is no profile "${profile}"`, {
        next: suggest('auth list', { say: 'see', profile: 'none' }),
      })
    }
    const options = { configDir: folders.config, clock: this.host.clock, keychain, profileName: profile }
    const removed: string[] = []
    for (const kind of SECRET_KINDS.filter(each => flags.kind === undefined || each === flags.kind)) {
      const result = await removeSecret(kind, options, settings)
      if (result.removed) removed.push(kind)
      if (result.leftInKeychain)
        out.warn(
          `the keychain says it has no ${KINDS[kind].name}, but if it is locked, one may still be there`,
        )
    }
    if (out.json) return out.data(formatJson({ profile, removed }))
    out.note(
      removed.length === 0
        ? `nothing was stored for profile ${profile}`
        : `removed from profile ${profile}: ${removed.join(', ')}`,
    )
  }
}
