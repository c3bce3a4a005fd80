import { string } from '@oclif/core/args'
import { BaseCommand } from '#cli/base-command.ts'
import { exampleProfile } from '#cli/flags/arguments.ts'
import { withJson } from '#cli/flags/json-shape.ts'
import { checkProfileName, updateConfig } from '#credentials/profiles.ts'
import { Failure } from '#lib/failure.ts'
import { formatJson } from '#lib/json.ts'
import { suggest } from '#lib/suggestion.ts'
import { texts } from '../texts.ts'

export default class AuthUse extends BaseCommand {
  static override summary = texts.use()
  static override description = withJson('{"profile","current"}')
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
    const { out, folders } = this.context(flags)
    const name = args.profile
    await updateConfig(folders.config, this.host.clock, config => {
      checkProfileName(name, config)
      if (!config.profiles.has(name)) {
        throw new Failure('not_found', () => texts.noProfile(name), {
          next: [
            suggest('auth list', { say: texts.see, profile: 'none' }),
            suggest('auth login', {
              say: texts.createIt,
              flags: { profile: name, 'base-url': 'https://…/api/v1' },
            }),
          ],
        })
      }
      config.current = name
    })
    if (out.json) return out.data(formatJson({ profile: name, current: true }))
    out.note(texts.switched(name))
  }
}
