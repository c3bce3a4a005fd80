import type { EndpointSummary } from '#sandbox/webhooks/endpoints.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { presentEndpoints } from '../shared/endpoints.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxWebhookList extends SandboxCommand {
  static override summary = texts.listSummary()
  static override description = texts.listDescription()
  static override examples = ['<%= config.bin %> sandbox webhook list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxWebhookList)
    const { out, dashboard } = await this.dashboard(flags)
    const { data } = await dashboard.call<{ data: EndpointSummary[] }>('GET', '/endpoints')
    await presentEndpoints(out, data)
  }
}
