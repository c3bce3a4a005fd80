/** The error for a signature that isn't valid, with what to do next. */

import type { SignatureVerdict } from '#contract/signature.ts'
import { Failure } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { ADVICE, problemText, TRIED } from '#webhooks/mistakes/advice.ts'
import type { Hint } from '#webhooks/mistakes/diagnose.ts'
import { beyondTolerance } from '#webhooks/mistakes/explain.ts'
import { texts } from './texts.ts'
import { formatAge, type Verification } from './view.ts'

/** The Failure (not_valid) for a signature that isn't valid, for this reason. */
export function refusalFailure(
  verification: Verification,
  reason: Exclude<SignatureVerdict, 'valid'>,
): Failure {
  const { message, next } = describe(verification, reason)
  return new Failure('not_valid', message, { next })
}

interface Words {
  message: Text
  next: Text[]
}

function describe(verification: Verification, reason: Exclude<SignatureVerdict, 'valid'>): Words {
  switch (reason) {
    case 'missing_signature':
      return { message: texts.noSignature, next: [texts.checkProxy] }
    case 'malformed_signature':
      return { message: () => texts.malformed(problemText(verification.problem!)), next: [texts.format] }
    case 'timestamp_outside_tolerance':
      return {
        message: texts.tooFar,
        next: [() => texts.signedAt(formatAge(verification)), texts.checkClocks, texts.forOlder],
      }
    case 'signature_mismatch':
      return mismatch(verification)
  }
}

function mismatch(verification: Verification): Words {
  const { hints, secrets, complete, bodyBytes } = verification
  const isInTime = beyondTolerance(verification) === 0
  const tooOld = isInTime ? [] : [() => texts.alsoSignedAt(formatAge(verification))]
  if (hints.length > 0) {
    return {
      message: texts.mismatchCause,
      next: [...new Set(hints.flatMap(adviceLines)), ...tooOld],
    }
  }
  return {
    message: () => texts.mismatch(secrets),
    next: [
      ...(bodyBytes === 0 ? [texts.bodyEmpty] : []),
      texts.compareSecret,
      texts.bodyChanged,
      ...(complete ? TRIED : [texts.tooLarge]),
      ...tooOld,
    ],
  }
}

function adviceLines(hint: Hint): Text[] {
  const { cause, change } = ADVICE[hint]
  return [() => `${hint}: ${cause()}`, ...change]
}
