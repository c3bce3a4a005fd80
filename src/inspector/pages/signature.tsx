/** The signature of a delivery: its parts, its time, and what it was checked with. */

import { SIGNATURE_HEADER } from '#contract/delivery.ts'
import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import { signatureParts, signatureProblem, timestampToMs } from '#contract/signature.ts'
import { formatDuration, formatLocalTime } from '#lib/local-time.ts'
import { Fields } from '#web/components/fields.tsx'
import { Panel } from '#web/components/header.tsx'
import { savedSignature } from '#webhooks/receive.ts'
import { ageText, problemText } from '#webhooks/wrong-signature/explain.ts'
import { signature as texts } from './texts.ts'

interface SignatureProps {
  headers: string
  receivedAt: string
  toleranceMs?: number
  verdict: string
  /** Describes those that it was checked with. */
  secrets?: string | undefined
}

export function SignaturePanel(props: SignatureProps) {
  const { headers, receivedAt, toleranceMs = SIGNATURE_TOLERANCE_MS, verdict, secrets } = props
  const header = savedSignature(headers)
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
  const timestampMs = time === undefined ? null : timestampToMs(time)
  const age = ageText({ timestampMs, nowMs: Date.parse(receivedAt), toleranceMs }, texts.itArrived())
  return (
    <Panel title={texts.title()}>
      <Fields
        fields={[
          { label: texts.verdict(), value: verdict },
          ...(secrets === undefined ? [] : [{ label: texts.checkedWith(), value: secrets }]),
          ...(problem === null ? [] : [{ label: texts.problem(), value: problemText(problem) }]),
          { label: texts.signedAt(), value: timestampMs === null ? null : formatLocalTime(timestampMs) },
          {
            label: texts.thatIs(),
            value: timestampMs === null ? null : texts.allowed(age, formatDuration(toleranceMs)),
          },
          { label: 't=', value: <code>{parts.t.join(', ')}</code> },
          { label: 'v1=', value: <code>{parts.v1.join(', ')}</code> },
          ...(parts.others.length === 0 ? [] : [{ label: texts.ignored(), value: parts.others.join(', ') }]),
        ]}
      />
    </Panel>
  )
}
