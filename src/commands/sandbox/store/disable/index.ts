import { SandboxCommand } from '../../shared/command.ts'
import { changeAvailability } from '../shared/availability.ts'

export default class SandboxStoreDisable extends SandboxCommand {
  static override summary = "make the store's account unavailable"
  static override description =
    'Every API call of the store is answered with 403 until sandbox store enable. Webhooks and realtime events go on.'
  static override examples = ['<%= config.bin %> sandbox store disable']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxStoreDisable)
    const { out, dashboard } = await this.dashboard(flags)
    await changeAvailability(out, dashboard, 'disable')
  }
}
