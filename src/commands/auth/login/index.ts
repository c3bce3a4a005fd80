import { boolean, string } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { exampleKeyFile, exampleProfile } from '#cli/flags/arguments.ts'
import { realtimeUrlFlag } from '#cli/flags/flags.ts'
import { SECRET_KINDS } from '#credentials/kinds.ts'
import { texts } from '../texts.ts'
import { login, loginContext } from './login.ts'

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
