/** The signature of a delivery: its parts, its time, and what it was checked with. */

import { SIGNATURE_HEADER } from '#contract/delivery.ts'
import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import { formatDuration, formatLocalTime } from '#lib/local-time.ts'
import { suggest } from '#lib/suggestion.ts'
import { CommandLine } from '#web/components/command-line.tsx'
import { Fields } from '#web/components/fields.tsx'
import { Panel } from '#web/components/header.tsx'
import { savedSignature } from '#webhooks/verify-delivery.ts'
import { ageText, problemText, readHeader } from '#webhooks/wrong-signature/explain.ts'
import type { Parts } from '../inspector.ts'
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
  const { parts, problem, timestampMs } = readHeader(savedSignature(headers))
  if (parts === null) {
    return (
      <Panel title={texts.title()}>
        <p>{texts.none(SIGNATURE_HEADER)}</p>
      </Panel>
    )
  }
  const age = ageText({ timestampMs, nowMs: Date.parse(receivedAt), toleranceMs }, texts.timeOfArrival())
  return (
    <Panel title={texts.title()}>
      <Fields
        fields={[
          [texts.verdict(), verdict],
          [texts.checkedWith(), secrets ?? null],
          [texts.problem(), problem && problemText(problem)],
          [texts.signedAt(), timestampMs === null ? null : formatLocalTime(timestampMs)],
          [texts.signedAgo(), timestampMs === null ? null : texts.allowed(age, formatDuration(toleranceMs))],
          ['t=', <code>{parts.t.join(', ')}</code>],
          ['v1=', <code>{parts.v1.join(', ')}</code>],
          [texts.ignored(), parts.others.join(', ') || null],
        ]}
      />
    </Panel>
  )
}

/** What is missing, and the command that gives a signing secret. */
export function NoSecret({ parts, text }: { parts: Parts; text: string }) {
  const login = suggest('auth login', { flags: { kind: 'webhook-secret' } })
  return (
    <>
      <p>{text}</p>
      <CommandLine command={parts.options.commandText(login)} />
    </>
  )
}
