import { SandboxCommand } from '../../shared/command.ts'
import { changeAvailability } from '../shared/availability.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxStoreDisable extends SandboxCommand {
  static override summary = texts.disableSummary()
  static override description = texts.disableDescription()
  static override examples = ['<%= config.bin %> sandbox store disable']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxStoreDisable)
    const { out, dashboard } = await this.dashboard(flags)
    await changeAvailability(out, dashboard, 'disable')
  }
}
