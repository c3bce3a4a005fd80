import { string } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { exampleProfile } from '#cli/flags/arguments.ts'
import { printObject } from '#cli/output/present.ts'
import { KINDS, SECRET_KINDS, type SecretKind } from '#credentials/kinds.ts'
import { noProfile } from '#credentials/secret-failures.ts'
import { removeSecret } from '#credentials/secrets.ts'
import { texts } from '../texts.ts'

export default class AuthLogout extends BaseCommand {
  static override outputs = ['auth-logout'] as const
  static override summary = texts.logout()
  static override examples = [
    '<%= config.bin %> auth logout',
    `<%= config.bin %> auth logout --kind ws-token --profile ${exampleProfile()}`,
  ]
  static override flags = { kind: string({ description: texts.whichToRemove(), options: [...SECRET_KINDS] }) }

  async run(): Promise<void> {
    const { flags } = await this.parse(AuthLogout)
    const { out, folders, keychain, profile: selected, sayVariables } = this.context(flags)
    const { profile, settings, config, exists } = selected()
    if (!exists && flags.profile !== undefined) throw noProfile(profile, config)
    const options = { configDir: folders.config, clock: this.host.clock, keychain, profileName: profile }
    const removed: SecretKind[] = []
    const kinds = SECRET_KINDS.filter(name => flags.kind === undefined || name === flags.kind)
    for (const kind of kinds) {
      const result = await removeSecret(kind, options, settings)
      if (result.removed) removed.push(kind)
      if (result.leftInKeychain) out.warn(() => texts.mayBeThere(KINDS[kind].name()))
    }
    await printObject<'auth-logout'>(out, { profile, removed })
    out.note(removed.length === 0 ? texts.nothingStored(profile) : texts.removed(profile, removed.join(', ')))
    sayVariables(kinds)
  }
}
