/** Creating charges: their amounts, when a creation ends, and what using a key again does. */

import { type ChargeRequest, requestDifferences } from '#contract/charge.ts'
import { MAX_AMOUNT } from '#contract/limits.ts'
import { type Centavos, centavos } from '#contract/money.ts'
import { texts } from '../texts.ts'
import { Refusal } from './errors.ts'
import { type Charge, newPaymentId, pixCodeOf, requestOf } from './payments.ts'
import type { Service } from './service.ts'

export interface Creation {
  storeId: string
  idempotencyKey: string
  request: ChargeRequest
  /** The charge is CREATING until {@link Service.endCreation}. */
  creating?: boolean
}

export interface CreatedCharge {
  charge: Charge
  created: boolean
}

/** The fee of an amount: 1 %, rounded half up, and at least a centavo (docs/decisions/rest.md#fee-rules). */
export function feeOf(amount: Centavos): Centavos {
  return centavos(Math.max(1, Math.floor((amount + 50) / 100)))
}

/**
 * The amounts of a charge (docs/service.md, 2.1, rules 1 to 3). A Refusal if the total with its fee is above 1000.00,
 * or if nothing is left after the fee (docs/service.md, 2.2).
 */
export function quote(
  requestedAmount: Centavos,
  passFee: boolean,
): Pick<Charge, 'amount' | 'requestedAmount' | 'fee' | 'netAmount'> {
  const fee = feeOf(requestedAmount)
  const amount = passFee ? centavos(requestedAmount + fee) : requestedAmount
  const netAmount = centavos(amount - fee)
  if (amount > MAX_AMOUNT) {
    throw new Refusal('total_above_limit', () => texts.totalAboveLimit(amount, fee, MAX_AMOUNT))
  }
  if (netAmount <= 0) throw new Refusal('net_not_positive', () => texts.nothingLeft(fee))
  return { amount, requestedAmount, fee, netAmount }
}

/** A PENDING charge, created at `now` (ms). A Refusal if its amounts are outside the limits. */
export function newCharge(
  { storeId, idempotencyKey, request }: Creation,
  { pixKey, now }: { pixKey: string; now: number },
): Charge {
  const { amount, description, passFee, validityMinutes } = request
  const creating: Charge = {
    id: newPaymentId(),
    storeId,
    idempotencyKey,
    status: 'CREATING',
    ...quote(amount, passFee),
    description,
    passFee,
    validityMinutes,
    pixCode: null,
    expiresAt: null,
    paidAt: null,
    createdAt: now,
  }
  return asPending(creating, pixKey, now)
}

export function asCreating(charge: Charge): Charge {
  return { ...charge, status: 'CREATING', pixCode: null, expiresAt: null }
}

/** A charge whose creation ends at this time (ms): it can be paid for its whole validity. */
export function asPending(charge: Charge, pixKey: string, now: number): Charge {
  const pixCode = pixCodeOf(pixKey, charge.id, charge.amount)
  return { ...charge, status: 'PENDING', pixCode, expiresAt: now + charge.validityMinutes * 60_000 }
}

/** The charge that exists already. A Refusal if it was created with other data. */
export function refuseDifferent(existing: Charge, request: ChargeRequest): Charge {
  const fields = requestDifferences(requestOf(existing), request)
  if (fields.length === 0) return existing
  throw new Refusal('idempotency_conflict', () => texts.usedKey(fields))
}
