/** Shows the verification of a signature to a person. */

import type { SignatureParts } from '../../../contract/signature.ts'
import { formatLocal, formatSkew } from '../../../shared/local-time.ts'
import type { Field } from '../../../terminal/fields.ts'
import type { Style } from '../../../terminal/style.ts'
import { beyondTolerance, type Explanation } from '../../../webhooks/explain.ts'

export interface Verification extends Explanation {
  /** Whether `nowMs` comes from --at. */
  isPast: boolean
}

/** The header's parts, the age, what was verified, and the verdict. */
export function verificationFields(verification: Verification, style: Style): Field[] {
  const { reason, hints, parts, timestampMs, bodyBytes, secrets } = verification
  const valid = reason === 'valid'
  const signed = timestampMs === null ? [] : [{ label: 'Signed', value: formatAge(verification) }]
  return [
    ...(parts === null ? [] : headerFields(parts, timestampMs)),
    ...signed,
    { label: 'Body', value: `${bodyBytes} byte${bodyBytes === 1 ? '' : 's'}` },
    ...(secrets === null ? [] : [{ label: 'Secrets', value: `${secrets} tried` }]),
    {
      label: 'Verdict',
      value: valid ? 'valid' : `not valid: ${reason}`,
      paint: valid ? style.green : style.red,
    },
    ...(hints.length === 0 ? [] : [{ label: 'Hints', value: hints.join(', '), paint: style.yellow }]),
  ]
}

function headerFields({ t, v1, others }: SignatureParts, timestampMs: number | null): Field[] {
  const local = timestampMs === null ? '' : ` (${formatLocal(new Date(timestampMs).toISOString())})`
  const beside = others.length === 0 ? '' : `, ignored: ${[...new Set(others)].join(', ')}`
  return [
    { label: 'Timestamp', value: `${t.join(', ') || '-'}${local}` },
    { label: 'Signatures', value: `${v1.length} with v1${beside}` },
  ]
}

/** For example `6 min 12 s ago, 1 min 12 s too old`, or `2 min in the future`. */
export function formatAge(
  verification: Pick<Verification, 'timestampMs' | 'nowMs' | 'toleranceMs' | 'isPast'>,
): string {
  const { timestampMs, nowMs, isPast } = verification
  const skewMs = nowMs - (timestampMs ?? nowMs)
  return formatSkew(skewMs, beyondTolerance(verification), isPast ? 'that time' : null)
}
