/** The signature of a delivery: its parts, its time, and what it was checked with. */

import { SIGNATURE_HEADER } from '#contract/delivery.ts'
import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import { signatureParts, signatureProblem, timestampToMs } from '#contract/signature.ts'
import { formatDuration, formatLocalTime, formatSkew } from '#lib/local-time.ts'
import { Fields } from '#web/components/fields.tsx'
import { Panel } from '#web/components/header.tsx'
import { problemText } from '#webhooks/mistakes/advice.ts'
import { savedHeader } from '../saved-header.ts'
import { signature as texts } from './texts.ts'

interface SignatureProps {
  headers: string
  receivedAt: string
  toleranceMs?: number
  /** Whether it matched, in words. */
  verdict: string
  /** Describes the secrets that it was checked with, if they are known. */
  secrets?: string | undefined
}

export function SignaturePanel(props: SignatureProps) {
  const { headers, receivedAt, toleranceMs = SIGNATURE_TOLERANCE_MS, verdict, secrets } = props
  const header = savedHeader(headers, SIGNATURE_HEADER)
  if (header.trim() === '') {
    return (
      <Panel title={texts.title()}>
        <p>{texts.none(SIGNATURE_HEADER)}</p>
      </Panel>
    )
  }
  const parts = signatureParts(header)
  const problem = signatureProblem(parts)
  const [time] = parts.t
  const signedMs = time === undefined ? null : timestampToMs(time)
  return (
    <Panel title={texts.title()}>
      <Fields
        fields={[
          { label: texts.verdict(), value: verdict },
          ...(secrets === undefined ? [] : [{ label: texts.checkedWith(), value: secrets }]),
          ...(problem === null ? [] : [{ label: texts.problem(), value: problemText(problem) }]),
          {
            label: texts.signedAt(),
            value: signedMs === null ? null : formatLocalTime(signedMs),
          },
          {
            label: texts.thatIs(),
            value: signedMs === null ? null : skew(signedMs, receivedAt, toleranceMs),
          },
          { label: 't=', value: <code>{parts.t.join(', ')}</code> },
          { label: 'v1=', value: <code>{parts.v1.join(', ')}</code> },
          ...(parts.others.length === 0 ? [] : [{ label: texts.ignored(), value: parts.others.join(', ') }]),
        ]}
      />
    </Panel>
  )
}

function skew(signedMs: number, receivedAt: string, toleranceMs: number): string {
  const skewMs = Date.parse(receivedAt) - signedMs
  const text = formatSkew(skewMs, Math.max(0, Math.abs(skewMs) - toleranceMs), texts.itArrived())
  return texts.allowed(text, formatDuration(toleranceMs))
}
