import { SandboxCommand } from '../../shared/command.ts'
import { endpointIdArg, testEndpoint } from '../shared/endpoints.ts'

export default class SandboxWebhookTest extends SandboxCommand {
  static override summary = 'send a test event to a webhook endpoint'
  static override description =
    'Sends endpoint.test once, even if the endpoint is not registered for it. Exit 8 for an answer other than 2xx, 9 for no answer.'
  static override examples = ['<%= config.bin %> sandbox webhook test ID']
  static override args = { id: endpointIdArg }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookTest)
    const { out, dashboard } = await this.dashboard(flags)
    await testEndpoint(out, dashboard, args.id)
  }
}
