/** The charge of a creation: new, while it is CREATING, when that ends, and when its key is used again. */

import { type ChargeRequest, requestDifferences } from '#contract/charge.ts'
import type { Creation } from './creations.ts'
import type { Random } from './environment.ts'
import { ServiceError } from './errors.ts'
import { type FeeRule, quote } from './fees.ts'
import { type Charge, newPaymentId, pixCodeOf, requestOf } from './payments.ts'
import { texts } from './texts.ts'

interface Surroundings {
  pixKey: string
  random: Random
  fee: FeeRule
  /** In ms. */
  now: number
}

/** A PENDING charge. 400 if its amounts are outside the limits. */
export function newCharge(
  { storeId, idempotencyKey, request }: Creation,
  { pixKey, random, fee, now }: Surroundings,
): Charge {
  const amounts = quote(request.amount, request.passFee, fee)
  const id = newPaymentId(random)
  const charge: Charge = {
    id,
    storeId,
    idempotencyKey,
    status: 'CREATING',
    ...amounts,
    description: request.description,
    passFee: request.passFee,
    validityMinutes: request.validityMinutes,
    pixCode: null,
    expiresAt: null,
    paidAt: null,
    createdAt: now,
  }
  return asPending(charge, pixKey, now)
}

/** The same charge before its creation has ended. */
export function asCreating(charge: Charge): Charge {
  return { ...charge, status: 'CREATING', pixCode: null, expiresAt: null }
}

/** A charge whose creation ends at this time (ms): it can be paid for its whole validity. */
export function asPending(charge: Charge, pixKey: string, now: number): Charge {
  const pixCode = pixCodeOf(pixKey, charge.id, charge.amount)
  return { ...charge, status: 'PENDING', pixCode, expiresAt: now + charge.validityMinutes * 60_000 }
}

/** The charge that exists already. 409 if it was created with other data. */
export function refuseDifferent(existing: Charge, request: ChargeRequest): Charge {
  const fields = requestDifferences(requestOf(existing), request)
  if (fields.length === 0) return existing
  throw new ServiceError('idempotency_conflict', () => texts.usedKey(fields))
}
