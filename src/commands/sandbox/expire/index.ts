import { ChargeMove } from '../shared/charge-move.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxExpire extends ChargeMove {
  static override summary = texts.expireSummary()
  static override description = texts.expireDescription()
  static override examples = ['<%= config.bin %> sandbox expire ID']
  protected readonly move = 'expire'
}
