/** What the state of a charge means for the one who waits for it. */

import { broken } from '#api/failures.ts'
import { paidContradictions } from '#contract/charge.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { stateSentence } from '#lib/state-words.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { differenceText } from '../creations/failures.ts'
import { texts } from './texts.ts'

/**
 * Why a charge that the service calls PAID is not said to be paid: it contradicts itself. Null if it doesn't.
 *
 * @param now by the service's clock, in milliseconds since the epoch
 */
export function contradictionOf(charge: Payment, now: number): Failure | null {
  const found = paidContradictions(charge, now)
  if (found.length === 0) return null
  const { id } = charge
  const why = () => found.map(difference => localized(differenceText(difference))).join('; ')
  return broken(() => texts.contradicts(id, why()), { paymentId: id })
}

/** The error for a charge that is not PAID; null for one that is. */
export function unpaid({ id, status }: Payment, late: boolean): Failure | null {
  if (status === 'PAID') return null
  if (isOver({ status }, late)) {
    const next = status === 'EXPIRED' ? waitAgain([id], true, texts.latePayment) : texts.newCharge
    return new Failure('not_as_expected', () => texts.endedUnpaid(id, stateSentence(status)), { next })
  }
  return new Failure('still_unpaid', () => texts.stillUnpaid(id, stateSentence(status)), {
    next: waitAgain([id], late),
  })
}

export function waitAgain(ids: readonly string[], late: boolean, say: Text = texts.toWaitAgain): Suggestion {
  return suggest('charge wait', { say, args: ids, flags: late ? { late: true } : {} })
}

/** Whether the wait for a charge is over. */
export function isOver({ status }: Pick<Payment, 'status'>, late: boolean): boolean {
  return status === 'PAID' || status === 'FAILED' || (status === 'EXPIRED' && !late)
}
