/** Shows the verification of a signature to a person. */

import type { SignatureParts } from '#contract/signature.ts'
import { formatLocalTime } from '#lib/local-time.ts'
import type { Field } from '#terminal/fields.ts'
import type { Style } from '#terminal/style.ts'
import { ageText, type Explanation } from '#webhooks/mistakes/explain.ts'
import { texts } from './texts.ts'

export interface Verification extends Explanation {
  /** Whether `nowMs` comes from --at. */
  isPast: boolean
}

/** The header's parts, the age, what was verified, and the verdict. */
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
    ...(hints.length === 0 ? [] : [{ label: texts.hints(), value: hints.join(', '), paint: style.yellow }]),
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
