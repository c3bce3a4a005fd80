/** The fee and the amounts of a charge (docs/service.md, 2.1, rules 1 to 3; docs/decisions/rest.md#fee-rules). */

import { MAX_AMOUNT } from '#contract/limits.ts'
import { type Centavos, centavos } from '#contract/money.ts'
import { ServiceError } from './errors.ts'
import { texts } from './texts.ts'

/** A share of the requested amount in basis points (1 % is 100), and the smallest fee. */
export interface FeeRule {
  basisPoints: number
  minimum: Centavos
}

export interface Quote {
  amount: Centavos
  requestedAmount: Centavos
  fee: Centavos
  netAmount: Centavos
}

/** The fee of an amount, in centavos, rounded half up. */
export function feeOf(amount: Centavos, rule: FeeRule): Centavos {
  const share = Math.floor((amount * rule.basisPoints + 5_000) / 10_000)
  return centavos(Math.max(share, rule.minimum))
}

/**
 * The amounts of a charge. Throws a 400 ServiceError if the total with its fee is above 1000.00, or if nothing is
 * left after the fee (docs/service.md, 2.2).
 */
export function quote(requestedAmount: Centavos, passFee: boolean, rule: FeeRule): Quote {
  const fee = feeOf(requestedAmount, rule)
  const amount = passFee ? centavos(requestedAmount + fee) : requestedAmount
  const netAmount = centavos(amount - fee)
  if (amount > MAX_AMOUNT) {
    throw new ServiceError('total_above_limit', () => texts.totalAboveLimit(amount, fee, MAX_AMOUNT))
  }
  if (netAmount <= 0) {
    throw new ServiceError('net_not_positive', () => texts.nothingLeft(fee))
  }
  return { amount, requestedAmount, fee, netAmount }
}
