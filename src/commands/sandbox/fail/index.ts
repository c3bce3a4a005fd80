import { ChargeMove } from '../shared/charge-move.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxFail extends ChargeMove {
  static override summary = texts.failSummary()
  static override description = texts.failDescription()
  static override examples = ['<%= config.bin %> sandbox fail ID']
  protected readonly move = 'fail'
}
