import { SandboxCommand } from '../../shared/command.ts'
import { changeAvailability } from '../shared/availability.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxStoreEnable extends SandboxCommand {
  static override summary = texts.enableSummary()
  static override examples = ['<%= config.bin %> sandbox store enable']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxStoreEnable)
    const { out, dashboard } = await this.dashboard(flags)
    await changeAvailability(out, dashboard, 'enable')
  }
}
