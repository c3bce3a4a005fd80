import { localized } from '#lib/language.ts'
import { CommandLine, Words } from '#web/components/command-line.tsx'
import { Fields } from '#web/components/fields.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import { Badge, HttpStatus } from '#web/components/status.tsx'
import { Time } from '#web/components/value.tsx'
import type { Rejected } from '#webhooks/rejected/store.ts'
import { verifyAgain } from '#webhooks/rejected/verify-again.ts'
import type { Words as Reasons } from '#webhooks/rejected/why-rejected.ts'
import { headerPairs } from '#webhooks/verify-delivery.ts'
import type { InspectorParts } from '../../inspector.ts'
import { BodyPanel } from '../body.tsx'
import { NoSecret } from '../delivery.tsx'
import { texts as shared } from '../texts.ts'
import { texts } from './texts.ts'

interface RejectedProps {
  parts: InspectorParts
  rejected: Rejected
  why: Reasons
  /** The list that one came from. */
  back: string
}

export function RejectedDetail({ parts, rejected, why, back }: RejectedProps) {
  const { id, event, delivery, status, reason, receivedAt, method, path, headers, body, bodyBytes } = rejected
  const isSigned = reason === 'not_saved'
  const verify = verifyAgain(rejected)
  return (
    <div class="stack" data-announce={why.sentence}>
      <PageHeader
        title={event ?? texts.delivery()}
        badge={<Badge tone="bad">{isSigned ? texts.notSaved() : texts.rejected()}</Badge>}
        back={{ label: shared.deliveries(), href: back }}
      />
      <section class="why bad" aria-label={texts.why()}>
        <p class="why-sentence">
          <Words text={why.sentence} />
        </p>
        <Causes {...{ why }} />
        {verify !== null && (
          <>
            <p>{shared.verifyAgain()}</p>
            <CommandLine command={verify.map(parts.options.commandText).join(' | ')} />
          </>
        )}
        {parts.options.secrets === null && (
          <NoSecret
            parts={parts}
            text={texts.storeIt(localized(parts.options.secretsMissing ?? texts.noSecret))}
          />
        )}
      </section>
      <BodyPanel body={body} bytes={bodyBytes} download={`/refused/${id}/body`} />
      <Panel title={texts.whatCame()}>
        <Fields
          fields={[
            [shared.received(), <Time at={receivedAt} />],
            [texts.answered(), <HttpStatus status={status} />],
            [texts.reason(), <code>{reason}</code>],
            [texts.request(), `${method} ${path}`],
            [texts.saysId(), delivery],
            [texts.saysEvent(), event],
          ]}
        />
        <p class="hint">{isSigned ? texts.validNotSaved() : texts.notVerified()}</p>
      </Panel>
      <Panel title={shared.headers()} lead={shared.headersLead()}>
        <Fields fields={headerPairs(headers)} look="headers" />
      </Panel>
    </div>
  )
}

function Causes({ why }: { why: Reasons }) {
  return (
    <ul class="why-steps">
      {why.changes.map(({ hint, text }) => (
        <li>
          <Words text={text} />{' '}
          <span class="hint">
            (<code>{hint}</code>
            {texts.inVerify()}
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
