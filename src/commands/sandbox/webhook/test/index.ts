import { SandboxCommand } from '../../shared/command.ts'
import { endpointIdArg, testEndpoint } from '../shared/endpoints.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxWebhookTest extends SandboxCommand {
  static override summary = texts.testSummary()
  static override description = texts.testDescription()
  static override examples = ['<%= config.bin %> sandbox webhook test ID']
  static override args = { id: endpointIdArg }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxWebhookTest)
    const { out, dashboard } = await this.dashboard(flags)
    await testEndpoint(out, dashboard, args.id)
  }
}
