import { boolean, string } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { type Context, createContext, type Flags } from '#cli/context/context.ts'
import { login } from '#cli/context/login.ts'
import { exampleKeyFile, exampleProfile } from '#cli/flags/arguments.ts'
import { realtimeUrlFlag } from '#cli/flags/flags.ts'
import type { Host } from '#cli/host/host.ts'
import { SECRET_KINDS } from '#credentials/kinds.ts'
import { DEFAULT_PROFILE } from '#credentials/profiles.ts'
import { Failure } from '#lib/failure.ts'
import { suggest } from '#lib/suggestion.ts'
import { placeholders } from '#lib/texts.ts'
import { texts } from '../texts.ts'

export default class AuthLogin extends BaseCommand {
  static override outputs = ['auth-login'] as const
  static override summary = texts.login()
  static override description = texts.loginDescription()
  static override examples = [
    '<%= config.bin %> auth login --base-url https://…/api/v1',
    `<%= config.bin %> auth login < ${exampleKeyFile()}`,
    `<%= config.bin %> auth login --kind webhook-secret --profile ${exampleProfile()}`,
  ]
  static override flags = {
    kind: string({ description: texts.whichToStore(), options: [...SECRET_KINDS], default: 'api-key' }),
    'realtime-url': { ...realtimeUrlFlag, description: texts.realtimeUrl() },
    'insecure-storage': boolean({
      description: texts.insecureStorage(),
    }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(AuthLogin)
    await login(loginContext(this.host, flags), flags)
  }
}

/**
 * The context of a login. Nobody logs in to a sandbox's profile, because the next start replaces it. If a sandbox's
 * profile is the current one and no profile was named, the profile `default` is used.
 */
function loginContext(host: Host, flags: Flags): Context {
  const context = createContext(host, flags, { anyProfile: true })
  const named = flags.profile ?? (host.env.PIXCTL_PROFILE || undefined)
  const { profile, settings } = context.profile()
  if (settings.dashboardUrl === undefined) return context
  if (named === undefined && profile !== DEFAULT_PROFILE) {
    return loginContext(host, { ...flags, profile: DEFAULT_PROFILE })
  }
  throw new Failure('usage', () => texts.ofSandbox(profile), {
    next: suggest('auth login', { say: texts.otherProfile, flags: { profile: placeholders.NAME } }),
  })
}
