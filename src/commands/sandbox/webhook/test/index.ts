import { SandboxCommand } from '../../shared/command.ts'
import { endpointIdArg, testEndpoint } from '../shared/endpoints.ts'

export default class SandboxWebhookTest extends SandboxCommand {
  static override summary = 'send a test event to a webhook endpoint'
  static override description =
    'Sends endpoint.test once, whatever events the endpoint is registered for. An answer other than 2xx is exit 8, no answer exit 9.'
  static override examples = ['<%= config.bin %> sandbox webhook test ID']
  static override args = { id: endpointIdArg }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookTest)
    const { out, dashboard } = await this.dashboard(flags)
    await testEndpoint(out, dashboard, args.id)
  }
}
