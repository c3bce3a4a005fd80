import { ChargeMove } from '../shared/charge-move.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxPay extends ChargeMove {
  static override summary = texts.paySummary()
  static override description = texts.payDescription()
  static override examples = ['<%= config.bin %> sandbox pay ID']
  protected readonly move = 'pay'
}
