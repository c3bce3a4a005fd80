/** A delivery that was rejected: why, and what to change. */

import { SIGNATURE_HEADER } from '../../contract/delivery.ts'
import { headerPairs } from '../../forwarding/target-headers.ts'
import { suggest } from '../../shared/suggestion.ts'
import type { Rejected } from '../../store/rejected.ts'
import { HeaderList } from '../../web/components/code.tsx'
import { CommandLine, Words } from '../../web/components/command-line.tsx'
import { Fields } from '../../web/components/fields.tsx'
import { PageHeader, Panel } from '../../web/components/header.tsx'
import { Badge, HttpStatus } from '../../web/components/status.tsx'
import { Time } from '../../web/components/value.tsx'
import type { Hint } from '../../webhooks/diagnose.ts'
import { curlCommand } from '../curl.ts'
import { savedHeader } from '../saved-header.ts'
import type { Why } from '../why.ts'
import { BodyPanel } from './body.tsx'
import { commandText, type Parts } from './parts.ts'
import { SignaturePanel } from './signature.tsx'

interface RejectedProps {
  parts: Parts
  rejected: Rejected
  why: Why
  /** The list that one came from. */
  back: string
}

export function RejectedDetail({ parts, rejected, why, back }: RejectedProps) {
  const { id, event, delivery, status, reason, receivedAt, method, path, headers, body, bodyBytes } = rejected
  const isSigned = reason === 'not_kept'
  return (
    <div class="stack" data-announce={why.sentence}>
      <PageHeader
        title={event ?? 'Rejected delivery'}
        badge={<Badge tone="bad">{isSigned ? 'not saved' : 'rejected'}</Badge>}
        back={{ label: 'Deliveries', href: back }}
      />
      <section class="why bad" aria-label="Why it was rejected">
        <p class="why-sentence">
          <Words text={why.sentence} />
        </p>
        <Causes {...{ why }} />
        {parts.options.secrets === null && <NoSecret {...{ parts }} />}
      </section>
      <BodyPanel body={body} bytes={bodyBytes} download={`/refused/${id}/body`} />
      <Panel title="What came">
        <Fields
          fields={[
            { label: 'Received', value: <Time at={receivedAt} /> },
            { label: 'Answered', value: <HttpStatus status={status} /> },
            { label: 'Reason', value: <code>{reason}</code> },
            { label: 'Request', value: `${method} ${path}` },
            { label: 'Says its id is', value: delivery },
            { label: 'Says its event is', value: event },
          ]}
        />
        <p class="hint">
          {isSigned
            ? 'Its signature is valid, but it was not saved, and this copy is never forwarded.'
            : 'Nothing of this is verified: anyone can send it. It was not saved and is never forwarded.'}
        </p>
      </Panel>
      <SignaturePanel {...rejected} verdict={verdictOf(why, reason)} secrets={parts.options.secrets?.words} />
      <Panel title="Headers" lead="As they came, without those that may hold a secret">
        <HeaderList headers={headerPairs(headers)} />
      </Panel>
      <Terminal {...{ parts, rejected }} />
    </div>
  )
}

function Causes({ why }: { why: Why }) {
  return (
    <ul class="why-steps">
      {why.causes.map(({ hint, change }) => (
        <li>
          <Words text={change} />{' '}
          <span class="hint">
            (<code>{hint}</code> in webhook verify)
          </span>
        </li>
      ))}
      {why.steps.map(step => (
        <li>
          <Words text={step} />
        </li>
      ))}
    </ul>
  )
}

function NoSecret({ parts }: { parts: Parts }) {
  const login = suggest('auth login', { flags: { kind: 'webhook-secret' } })
  return (
    <>
      <p>{`${parts.options.secretsMissing ?? 'No signing secret is known'}. Store it, then start this again:`}</p>
      <CommandLine command={commandText(parts, login)} />
    </>
  )
}

function verdictOf({ explanation, causes }: Why, reason: string): string {
  switch (explanation?.reason) {
    case 'valid':
      return 'it matches a secret that is known now'
    case 'timestamp_outside_tolerance':
      return 'it matches, but its time is too far off'
    case 'signature_mismatch':
      if (causes.length > 0) return verdictOnCauses(causes)
      return explanation.secrets === 1
        ? "it doesn't match the signing secret known here"
        : `it matches none of the ${explanation.secrets} signing secrets known here`
    case 'malformed_signature':
      return "the header can't be read"
    default:
      return reason === 'missing_delivery' || reason === 'not_kept'
        ? 'it matched when it came'
        : 'not examined'
  }
}

/** The hints about how it was signed; the others are about the body. */
const OF_SIGNING: readonly Hint[] = ['secret_prefix', 'secret_base64', 'body_only']

function verdictOnCauses(causes: Why['causes']): string {
  const made = causes.map(({ text }) => text).join(', and ')
  return causes.every(({ hint }) => OF_SIGNING.includes(hint))
    ? `it doesn't match, because ${made}`
    : `it matches the body as it was before, not these bytes: ${made}`
}

/** The same on the terminal. */
function Terminal({ parts, rejected }: Pick<RejectedProps, 'parts' | 'rejected'>) {
  const { id, headers, body, receivedAt } = rejected
  const { listening } = parts.options
  const to = listening ?? 'http://127.0.0.1:4242/'
  const file = bodyFile(id)
  const signature = savedHeader(headers, SIGNATURE_HEADER)
  const verify = suggest('webhook verify', { flags: { signature, body: file, at: receivedAt } })
  const trigger = suggest('webhook trigger', { args: ['payment.approved'], flags: { to } })
  return (
    <Panel title="On the terminal">
      {body !== null && signature !== '' && (
        <>
          <p>Verify it again, with the body that you can download above:</p>
          <CommandLine command={commandText(parts, verify)} />
        </>
      )}
      <p>Send a signed test event:</p>
      <CommandLine command={commandText(parts, trigger)} />
      {body !== null && (
        <details class="answer" id="curl">
          <summary>The same request as curl</summary>
          <CommandLine command={curlCommand({ url: to, headers: headerPairs(headers), body, file })} />
        </details>
      )}
    </Panel>
  )
}

/** The name of the downloaded file. */
export function bodyFile(id: number): string {
  return `refused-${id}.body`
}
