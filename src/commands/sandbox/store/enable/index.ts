import { AvailabilityCommand } from '../shared/availability.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxStoreEnable extends AvailabilityCommand {
  static override summary = texts.enableSummary()
  static override examples = ['<%= config.bin %> sandbox store enable']
  protected readonly change = 'enable'
}
