/** Shows the verification of a signature to a person, and the error for one that isn't valid. */

import type { SignatureParts, SignatureVerdict } from '#contract/signature.ts'
import { Failure } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { formatLocalTime } from '#lib/local-time.ts'
import type { Field } from '#terminal/fields.ts'
import type { Style } from '#terminal/style.ts'
import { ageText, beyondTolerance, type Explanation, problemText } from '#webhooks/wrong-signature/explain.ts'
import type { Hint } from '#webhooks/wrong-signature/mistakes.ts'
import { texts as signatures } from '#webhooks/wrong-signature/texts.ts'
import { texts } from './texts.ts'

export interface Verification extends Explanation {
  /** Whether `nowMs` comes from --at. */
  isPast: boolean
  /** Whether the body is UTF-16: no sender signs that. */
  isUtf16: boolean
  bodyBytes: number
  /** How many secrets were tried; null if none was needed. */
  secrets: number | null
}

export function verificationFields(verification: Verification, style: Style): Field[] {
  const { reason, hints, parts, timestampMs, bodyBytes, secrets } = verification
  const valid = reason === 'valid'
  const signed = timestampMs === null ? [] : [{ label: texts.signed(), value: formatAge(verification) }]
  return [
    ...(parts === null ? [] : headerFields(parts, timestampMs)),
    ...signed,
    { label: texts.body(), value: texts.bytes(bodyBytes) },
    ...(secrets === null ? [] : [{ label: texts.secrets(), value: texts.tried(secrets) }]),
    {
      label: texts.verdict(),
      value: valid ? texts.valid() : texts.notValid(reason),
      paint: valid ? style.green : style.red,
    },
    ...(hints?.length ? [{ label: texts.hints(), value: hints.join(', '), paint: style.yellow }] : []),
  ]
}

function headerFields({ t, v1, others }: SignatureParts, timestampMs: number | null): Field[] {
  const local = timestampMs === null ? '' : ` (${formatLocalTime(timestampMs)})`
  const beside = others.length === 0 ? '' : texts.ignored([...new Set(others)].join(', '))
  return [
    { label: texts.timestamp(), value: `${t.join(', ') || '-'}${local}` },
    { label: texts.signatures(), value: texts.withV1(v1.length) + beside },
  ]
}

export function formatAge(verification: Verification): string {
  return ageText(verification, verification.isPast ? texts.thatTime() : null)
}

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
      const { hints, secrets, isUtf16 } = verification
      const message = hints?.length || isUtf16 ? texts.mismatchCause : () => texts.mismatch(secrets)
      return refused(message, nextSteps(verification))
    }
  }
}

function nextSteps(verification: Verification): Text[] {
  const { hints, bodyBytes, isUtf16 } = verification
  const isInTime = beyondTolerance(verification) === 0
  const tooOld = isInTime ? [] : [() => texts.alsoSignedAt(formatAge(verification))]
  if (hints?.length) return [...new Set(hints.flatMap(adviceLines)), ...tooOld]
  if (isUtf16) return [texts.bodyUtf16, texts.saveBytes, ...tooOld]
  return [
    ...(bodyBytes === 0 ? [texts.bodyEmpty] : []),
    texts.compareSecret,
    texts.bodyChanged,
    ...(hints === null ? [texts.tooLarge] : signatures.tried),
    ...tooOld,
  ]
}

function adviceLines(hint: Hint): Text[] {
  const { cause, change } = signatures.hints[hint]
  return [() => `${hint}: ${cause()}`, ...change]
}
