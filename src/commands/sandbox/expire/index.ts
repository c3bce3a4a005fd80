import { CHARGE_JSON, withJson } from '#cli/flags/json-shape.ts'
import { ChargeMove } from '../shared/charge-move.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxExpire extends ChargeMove {
  static override summary = texts.expireSummary()
  static override description = withJson(CHARGE_JSON, texts.expireDescription())
  static override examples = ['<%= config.bin %> sandbox expire ID']
  protected readonly move = 'expire'
}
