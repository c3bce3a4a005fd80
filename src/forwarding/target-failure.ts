/** Errors for a target that didn't answer, or didn't answer 2xx. */

import type { TransportError } from '../api/transport-error.ts'
import { Failure } from '../shared/failure.ts'
import { type Step, suggest } from '../shared/suggestion.ts'

/** No answer came. The error names only the host, because the rest of the URL may hold a token. */
export function unreachable(error: TransportError, url: string, next: readonly Step[] = []): Failure {
  return new Failure('network', `${error.message} (${new URL(url).host})`, {
    next: ['check that the endpoint is running and that its address is right', ...next],
  })
}

/** A delivery that was sent once. */
export interface SentDelivery {
  to: string
  /** Describes the secret that signed it. */
  signedWith: string
  secretFile: string | undefined
}

/** The target answered, but not 2xx. */
export function refusedDelivery(status: number, sent: SentDelivery): Failure {
  return new Failure('service', `the target answered ${status}, not 2xx`, {
    next: status === 401 ? invalidSignature(sent) : nextStep(status),
    details: { status },
  })
}

/** What to do if a target says that the signature is invalid. */
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
