import { withJson } from '#cli/flags/json-shape.ts'
import { AvailabilityCommand } from '../shared/availability.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxStoreDisable extends AvailabilityCommand {
  static override summary = texts.disableSummary()
  static override description = withJson('{"name","profile","disabledAt"}', texts.disableDescription())
  static override examples = ['<%= config.bin %> sandbox store disable']
  protected readonly change = 'disable'
}
