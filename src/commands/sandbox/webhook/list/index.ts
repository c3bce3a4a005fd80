import { SandboxCommand } from '../../shared/command.ts'
import { type EndpointSummary, presentEndpoints } from '../shared/endpoints.ts'

export default class SandboxWebhookList extends SandboxCommand {
  static override summary = "list the sandbox's webhook endpoints and how their deliveries go"
  static override description =
    'Piped, the columns are id, url, events, createdAt, pending, delivered, failed, and of the last attempt ' +
    'its time, status and error.'
  static override examples = ['<%= config.bin %> sandbox webhook list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxWebhookList)
    const { out, dashboard } = await this.dashboard(flags)
    const { data } = await dashboard.call<{ data: EndpointSummary[] }>('GET', '/endpoints')
    await presentEndpoints(out, data)
  }
}
