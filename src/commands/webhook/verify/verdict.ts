/** The error for a signature that isn't valid, with what to do next. */

import type { SignatureVerdict } from '../../../contract/signature.ts'
import { Failure } from '../../../shared/failure.ts'
import { ADVICE, TRIED } from '../../../webhooks/advice.ts'
import type { Hint } from '../../../webhooks/diagnose.ts'
import { beyondTolerance } from '../../../webhooks/explain.ts'
import { formatAge, type Verification } from './view.ts'

/** The Failure (not_valid) for a signature that isn't valid, for this reason. */
export function refusalFailure(
  verification: Verification,
  reason: Exclude<SignatureVerdict, 'valid'>,
): Failure {
  const { message, next } = describe(verification, reason)
  return new Failure('not_valid', message, { next })
}

function describe(
  verification: Verification,
  reason: Exclude<SignatureVerdict, 'valid'>,
): { message: string; next: string[] } {
  switch (reason) {
    case 'missing_signature':
      return {
        message: 'there is no signature: X-Service-Signature is missing or empty',
        next: ['check whether a proxy removes the header; answer such a delivery with 401'],
      }
    case 'malformed_signature':
      return {
        message: `the signature header is malformed: ${verification.problem}`,
        next: ['the format is t=<timestamp>,v1=<64 hexadecimal digits>'],
      }
    case 'timestamp_outside_tolerance':
      return {
        message: 'the signature matches, but its time is too far from now',
        next: [
          `signed ${formatAge(verification)}`,
          'check that the clocks of both machines are right (NTP)',
          'for an older delivery, use --at TIME (when it arrived) or --tolerance',
        ],
      }
    case 'signature_mismatch':
      return mismatch(verification)
  }
}

function mismatch(verification: Verification): { message: string; next: string[] } {
  const { hints, secrets, complete, bodyBytes } = verification
  const tooOld = beyondTolerance(verification) === 0 ? [] : [`also, it was signed ${formatAge(verification)}`]
  if (hints.length > 0) {
    return {
      message: "the signature doesn't match. Cause:",
      next: [...new Set(hints.flatMap(adviceLines)), ...tooOld],
    }
  }
  const which = secrets === 1 ? 'the secret' : `any of the ${secrets} secrets`
  return {
    message: `the signature doesn't match this body with ${which}`,
    next: [
      ...(bodyBytes === 0 ? ['the body is empty: is that what you received?'] : []),
      "the secret may be old or another endpoint's: compare it with the dashboard",
      'or the body has changed: save the raw bytes as received, and verify those',
      ...(complete ? TRIED : ['the body was too large to try all the usual changes']),
      ...tooOld,
    ],
  }
}

function adviceLines(hint: Hint): string[] {
  const { cause, change } = ADVICE[hint]
  return [`${hint}: ${cause}`, ...change]
}
