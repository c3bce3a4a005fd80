/** The error for a signature that isn't valid, with what to do next. */

import type { SignatureVerdict } from '#contract/signature.ts'
import { Failure } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import type { Hint } from '#webhooks/mistakes/diagnose.ts'
import { beyondTolerance, HINT_TEXTS, problemText, TRIED } from '#webhooks/mistakes/explain.ts'
import { texts } from './texts.ts'
import { formatAge, type Verification } from './view.ts'

/** The Failure (not_valid) for a signature that isn't valid, for this reason. */
export function refusalFailure(
  verification: Verification,
  reason: Exclude<SignatureVerdict, 'valid'>,
): Failure {
  const refused = (message: Text, next: Text[]) => new Failure('not_valid', message, { next })
  switch (reason) {
    case 'missing_signature':
      return refused(texts.noSignature, [texts.checkProxy])
    case 'malformed_signature':
      return refused(() => texts.malformed(problemText(verification.problem!)), [texts.format])
    case 'timestamp_outside_tolerance': {
      const age = () => texts.signedAt(formatAge(verification))
      return refused(texts.tooFar, [age, texts.checkClocks, texts.forOlder])
    }
    case 'signature_mismatch': {
      const { hints, secrets } = verification
      return hints.length > 0
        ? refused(texts.mismatchCause, nextSteps(verification))
        : refused(() => texts.mismatch(secrets), nextSteps(verification))
    }
  }
}

/** After a mismatch. */
function nextSteps(verification: Verification): Text[] {
  const { hints, complete, bodyBytes } = verification
  const isInTime = beyondTolerance(verification) === 0
  const tooOld = isInTime ? [] : [() => texts.alsoSignedAt(formatAge(verification))]
  if (hints.length > 0) return [...new Set(hints.flatMap(adviceLines)), ...tooOld]
  return [
    ...(bodyBytes === 0 ? [texts.bodyEmpty] : []),
    texts.compareSecret,
    texts.bodyChanged,
    ...(complete ? TRIED : [texts.tooLarge]),
    ...tooOld,
  ]
}

function adviceLines(hint: Hint): Text[] {
  const { cause, change } = HINT_TEXTS[hint]
  return [() => `${hint}: ${cause()}`, ...change]
}
