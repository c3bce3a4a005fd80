import { string } from '@oclif/core/args'
import { BaseCommand } from '#cli/base-command.ts'
import { exampleProfile } from '#cli/flags/arguments.ts'
import { printObject } from '#cli/output/present.ts'
import { checkProfileName, findProfile, updateConfig } from '#credentials/profiles.ts'
import { noProfile } from '#credentials/secret-failures.ts'
import { texts } from '../texts.ts'

export default class AuthUse extends BaseCommand {
  static override outputs = ['auth-use'] as const
  static override summary = texts.use()
  static override examples = [`<%= config.bin %> auth use ${exampleProfile()}`]
  static override args = {
    profile: string({
      name: 'PROFILE',
      required: true,
      ignoreStdin: true,
      description: texts.profileName(),
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(AuthUse)
    const { out, folders } = this.context(flags, this.host, { anyProfile: true })
    const name = args.profile
    await updateConfig(folders.config, this.host.clock, config => {
      checkProfileName(name, config)
      if (findProfile(config, name) === undefined) throw noProfile(name, config)
      config.current = name
    })
    await printObject<'auth-use'>(out, { profile: name })
    out.note(texts.switched(name))
  }
}
