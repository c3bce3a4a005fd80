import { boolean, string } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { SECRET_KINDS } from '../../../credentials/kinds.ts'
import { login, loginContext } from './login.ts'

export default class AuthLogin extends BaseCommand {
  static override summary = 'store a secret of a profile'
  static override description =
    'Asks for it on a terminal and reads standard input otherwise. An API key is checked with the service first.'
  static override examples = [
    '<%= config.bin %> auth login --base-url https://…/api/v1',
    '<%= config.bin %> auth login < key.txt',
    '<%= config.bin %> auth login --kind webhook-secret --profile shop2',
  ]
  static override flags = {
    kind: string({ description: 'which secret', options: [...SECRET_KINDS], default: 'api-key' }),
    'realtime-url': string({ description: "the service's realtime address", helpValue: 'URL' }),
    'insecure-storage': boolean({
      description: 'keep it in a file only you can read, where there is no keychain',
    }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(AuthLogin)
    await login(loginContext(this.host, flags), flags)
  }
}
