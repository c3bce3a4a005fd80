import { boolean, string } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { SECRET_KINDS } from '../../../credentials/kinds.ts'
import { login, loginContext } from './login.ts'

export default class AuthLogin extends BaseCommand {
  static override summary = 'log in: store an API key or another secret'
  static override description =
    'Asks for the secret on a terminal, and reads it from standard input otherwise. An API key is checked with the service before it is stored.'
  static override examples = [
    '<%= config.bin %> auth login --base-url https://…/api/v1',
    '<%= config.bin %> auth login < key.txt',
    '<%= config.bin %> auth login --kind webhook-secret --profile shop2',
  ]
  static override flags = {
    kind: string({ description: 'which secret to store', options: [...SECRET_KINDS], default: 'api-key' }),
    'realtime-url': string({ description: "the service's realtime address", helpValue: 'URL' }),
    'insecure-storage': boolean({
      description: 'store the secret in a file that only you can read, if there is no keychain',
    }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(AuthLogin)
    await login(loginContext(this.host, flags), flags)
  }
}
