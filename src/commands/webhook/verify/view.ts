/** Shows the verification of a signature to a person. */

import type { SignatureParts } from '../../../contract/signature.ts'
import { formatDuration, formatLocal } from '../../../shared/local-time.ts'
import type { Field } from '../../../terminal/fields.ts'
import type { Style } from '../../../terminal/style.ts'

export interface Verification {
  valid: boolean
  reason: string
  hints: readonly string[]
  /** Null without a header. */
  parts: SignatureParts | null
  /** Milliseconds since the epoch; null if the header has no valid time. */
  timestampMs: number | null
  nowMs: number
  toleranceMs: number
  /** Whether `nowMs` comes from --at. */
  isPast: boolean
  bodyBytes: number
  /** Null if no secret was needed. */
  secrets: number | null
}

/** The header's parts, the age, what was verified, and the verdict. */
export function verificationFields(verification: Verification, style: Style): Field[] {
  const { valid, reason, hints, parts, timestampMs, bodyBytes, secrets } = verification
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
export function formatAge({
  timestampMs,
  nowMs,
  toleranceMs,
  isPast,
}: Pick<Verification, 'timestampMs' | 'nowMs' | 'toleranceMs' | 'isPast'>): string {
  const skew = nowMs - (timestampMs ?? nowMs)
  const span = formatDuration(Math.abs(skew))
  const beyond = Math.abs(skew) - toleranceMs
  const age = skew >= 0 ? (isPast ? `${span} before that time` : `${span} ago`) : inFuture(span, isPast)
  if (beyond <= 0) return age
  return `${age}, ${formatDuration(beyond)} too ${skew >= 0 ? 'old' : 'early'}`
}

function inFuture(span: string, isPast: boolean): string {
  return isPast ? `${span} after that time` : `${span} in the future`
}
