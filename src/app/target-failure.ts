/** A target that gave no answer, or not the one that was wanted. */

import type { TransportError } from '../api/transport.ts'
import { Failure } from '../shared/failure.ts'
import { type Step, suggest } from '../shared/suggestion.ts'

/** No answer came; the address is named by its host alone. */
export function unreachable(error: TransportError, url: string, next: readonly Step[] = []): Failure {
  return new Failure('network', `${error.message} (${new URL(url).host})`, {
    next: ['see that the endpoint runs, and that its address is right', ...next],
  })
}

/** An answer other than 2xx to a delivery that was sent once. */
export function refusedDelivery(status: number): Failure {
  return new Failure('service', `the target answered ${status}, not 2xx`, {
    next: nextStep(status),
    details: { status },
  })
}

function nextStep(status: number): Step {
  if (status >= 300 && status < 400) return 'a redirect is never followed: give the address it leads to'
  if (status === 401)
    return suggest('webhook check', { say: 'it takes the signature for invalid; to see why', args: ['URL'] })
  if (status === 404 || status === 405) return 'no POST is taken there: check the path'
  return 'look into the log of the target'
}
