import { SandboxCommand } from '../../shared/command.ts'
import { type EndpointSummary, presentEndpoints } from '../shared/endpoints.ts'

export default class SandboxWebhookList extends SandboxCommand {
  static override summary = 'list webhook endpoints and the state of their deliveries'
  static override description =
    'When piped, the columns are id, url, events, createdAt, pending, delivered, failed, and the time, status ' +
    'and error of the last attempt.'
  static override examples = ['<%= config.bin %> sandbox webhook list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxWebhookList)
    const { out, dashboard } = await this.dashboard(flags)
    const { data } = await dashboard.call<{ data: EndpointSummary[] }>('GET', '/endpoints')
    await presentEndpoints(out, data)
  }
}
