/** Errors for a target that didn't answer, or didn't answer 2xx. */

import type { TransportError } from '#api/transport-error.ts'
import { Failure } from '#lib/failure.ts'
import { said, type Text } from '#lib/language.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { texts as sharedTexts } from '#lib/texts.ts'
import { texts } from './texts.ts'

/** No answer came. */
export function unreachable(error: TransportError, url: string, next: readonly Step[] = []): Failure {
  return new Failure('network', () => error.saidFor(url), {
    next: [error.isOfProxy ? sharedTexts.checkProxy : texts.checkEndpoint, ...next],
  })
}

/** A delivery that was sent once. */
export interface SentDelivery {
  to: string
  /** Describes the secret that signed it. */
  signedWith: Text
  secretFile: string | undefined
}

/** The target answered, but not 2xx. */
export function refusedDelivery(status: number, sent: SentDelivery): Failure {
  return new Failure('service', () => texts.notSuccess(status), {
    next: status === 401 ? invalidSignature(sent) : nextStep(status),
    details: { status },
  })
}

/** What to do if a target says that the signature is invalid. */
export function invalidSignature({ to, signedWith, secretFile }: SentDelivery): Step[] {
  const flags: Record<string, string> = secretFile === undefined ? {} : { 'secret-file': secretFile }
  return [
    () => texts.invalidSignature(said(signedWith)),
    suggest('webhook check', { say: texts.toSeeWhy, args: [to], flags }),
  ]
}

function nextStep(status: number): Step {
  if (status >= 300 && status < 400) return texts.redirect
  if (status === 404 || status === 405) return texts.noPost
  return texts.checkLog
}
