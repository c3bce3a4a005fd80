import type { FaultSummary } from '../../../../shared/sandbox-faults.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { presentFaults } from '../shared/faults.ts'

export default class SandboxFaultList extends SandboxCommand {
  static override summary = "list the sandbox's faults, and how often each was used"
  static override description =
    'When piped, the columns are id, on, kind, status, delaySeconds, times, rate, used, createdAt.'
  static override examples = ['<%= config.bin %> sandbox fault list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxFaultList)
    const { out, dashboard } = await this.dashboard(flags)
    const { data } = await dashboard.call<{ data: FaultSummary[] }>('GET', '/faults')
    await presentFaults(out, data)
  }
}
