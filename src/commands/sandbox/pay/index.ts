import { CHARGE_JSON, withJson } from '#cli/flags/json-shape.ts'
import { ChargeMove } from '../shared/charge-move.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxPay extends ChargeMove {
  static override summary = texts.paySummary()
  static override description = withJson(CHARGE_JSON, texts.payDescription())
  static override examples = ['<%= config.bin %> sandbox pay ID']
  protected readonly move = 'pay'
}
