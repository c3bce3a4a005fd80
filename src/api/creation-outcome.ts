/** What the answer to a creation, or none, says about the charge. */

import type { Payment } from '#contract/generated/types.ts'
import { isPaymentResponse } from '#contract/generated/validators.js'
import type { Failure } from '#lib/failure.ts'
import { parseCharge } from './answer.ts'
import type { ClientOptions } from './client.ts'
import { failureOf, isRefusal, networkFailure, notTheService } from './failures.ts'
import type { Answer } from './transport.ts'
import { TransportError } from './transport-error.ts'

/**
 * How a creation ended. `refused`: the service itself answered with an error, so it made no charge. `unsent`: no attempt
 * can have made a charge, because none reached the service or it answered 429. `unknown`: the charge may exist.
 */
export type Creation =
  | { outcome: 'created' | 'existing'; payment: Payment; text: string }
  | { outcome: 'refused' | 'unsent' | 'unknown'; failure: Failure }

/**
 * @param end the last answer, or the error in its place
 * @param inDoubt whether an attempt may have reached the service and made the charge
 */
export function creationOutcome(
  end: Answer | TransportError,
  inDoubt: boolean,
  url: string,
  options: ClientOptions,
): Creation {
  if (end instanceof TransportError) {
    const failure = networkFailure(end, url, options.whereRefused)
    return { outcome: inDoubt ? 'unknown' : 'unsent', failure }
  }
  if (end.status === 200 || end.status === 201) {
    try {
      const { body: answer, text } = parseCharge(end, isPaymentResponse)
      return { outcome: end.status === 201 ? 'created' : 'existing', payment: answer.data, text }
    } catch (error) {
      return { outcome: 'unknown', failure: error as Failure }
    }
  }
  const isRefused = isRefusal(end)
  // A reading only waits after a 429, whatever has sent it; for a creation it says nothing.
  const failure = end.status === 429 && !isRefused ? notTheService(end) : failureOf(end, options)
  return { outcome: isRefused && !inDoubt ? 'refused' : 'unknown', failure }
}
