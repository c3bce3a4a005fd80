import type { FaultSummary } from '#lib/sandbox/faults.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { presentFaults } from '../shared/faults.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxFaultList extends SandboxCommand {
  static override summary = texts.listSummary()
  static override description = texts.listDescription()
  static override examples = ['<%= config.bin %> sandbox fault list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxFaultList)
    const { out, dashboard } = await this.dashboard(flags)
    const { data } = await dashboard.call<{ data: FaultSummary[] }>('GET', '/faults')
    await presentFaults(out, data)
  }
}
