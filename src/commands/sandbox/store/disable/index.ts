import { AvailabilityCommand } from '../shared/availability.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxStoreDisable extends AvailabilityCommand {
  static override summary = texts.disableSummary()
  static override description = texts.disableDescription()
  static override examples = ['<%= config.bin %> sandbox store disable']
  protected readonly change = 'disable'
}
