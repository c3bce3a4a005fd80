import { SandboxCommand } from '../../shared/command.ts'
import { endpointIdArg, testEndpoint } from '../shared/endpoints.ts'

export default class SandboxWebhookTest extends SandboxCommand {
  static override summary = 'send endpoint.test to an endpoint'
  static override description =
    'Sent once, at once, whatever events the endpoint is for. Anything but a 2xx is exit 8, no answer exit 9.'
  static override examples = ['<%= config.bin %> sandbox webhook test ID']
  static override args = { id: endpointIdArg }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookTest)
    const { out, dashboard } = await this.dashboard(flags)
    await testEndpoint(out, dashboard, args.id)
  }
}
