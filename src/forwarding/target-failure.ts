/** A target that gave no answer, or not the one that was wanted. */

import type { TransportError } from '../api/transport.ts'
import { Failure } from '../shared/failure.ts'
import { type Step, suggest } from '../shared/suggestion.ts'

/** No answer came; the address is named by its host alone. */
export function unreachable(error: TransportError, url: string, next: readonly Step[] = []): Failure {
  return new Failure('network', `${error.message} (${new URL(url).host})`, {
    next: ['check that the endpoint is running and that its address is right', ...next],
  })
}

/** What was sent once. */
export interface SentDelivery {
  to: string
  /** The secret that signed it, in words. */
  signedWith: string
  secretFile: string | undefined
}

/** An answer other than 2xx to a delivery that was sent once. */
export function refusedDelivery(status: number, sent: SentDelivery): Failure {
  return new Failure('service', `the target answered ${status}, not 2xx`, {
    next: status === 401 ? invalidSignature(sent) : nextStep(status),
    details: { status },
  })
}

/** What to do where a target takes a signature for invalid. */
export function invalidSignature({ to, signedWith, secretFile }: SentDelivery): Step[] {
  const flags: Record<string, string> = secretFile === undefined ? {} : { 'secret-file': secretFile }
  return [
    `the target says that the signature is invalid: it was made with ${signedWith}`,
    suggest('webhook check', { say: 'to see why', args: [to], flags }),
  ]
}

function nextStep(status: number): Step {
  if (status >= 300 && status < 400) return 'a redirect is never followed: give the address it leads to'
  if (status === 404 || status === 405) return "it doesn't accept POST: check the path"
  return "check the target's log"
}
