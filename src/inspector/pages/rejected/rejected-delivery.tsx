import type { Rejected } from '#inbox/rejected/rejected.ts'
import { verifyAgain } from '#inbox/rejected/verify-again.ts'
import { localized, type Text } from '#lib/language.ts'
import { CommandLine, Words } from '#web/components/command-line.tsx'
import { Fields } from '#web/components/fields.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import { Badge, HttpStatus } from '#web/components/status.tsx'
import { Time } from '#web/components/value.tsx'
import { headerPairs } from '#webhooks/verify-delivery.ts'
import type { Explanation } from '#webhooks/wrong-signature/explain.ts'
import type { Hint } from '#webhooks/wrong-signature/find-cause.ts'
import type { Parts } from '../../inspector.ts'
import type { Why } from '../../why-refused.ts'
import { BodyPanel } from '../body.tsx'
import { NoSecret, SignaturePanel } from '../signature.tsx'
import { texts as shared } from '../texts.ts'
import { texts } from './texts.ts'

interface RejectedProps {
  parts: Parts
  rejected: Rejected
  why: Why
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
      <SignaturePanel
        {...rejected}
        verdict={verdictOf(why, reason)}
        secrets={parts.options.secrets?.description}
      />
      <Panel title={shared.headers()} lead={shared.headersLead()}>
        <Fields fields={headerPairs(headers)} look="headers" />
      </Panel>
    </div>
  )
}

function Causes({ why }: { why: Why }) {
  return (
    <ul class="why-steps">
      {why.changes.map(({ hints, text }) => (
        <li>
          <Words text={text} />{' '}
          <span class="hint">
            (<code>{hints.join(', ')}</code>
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

function verdictOf({ explanation }: Why, reason: string): string {
  if (explanation?.reason === 'signature_mismatch') return verdictOnMismatch(explanation)
  return localized(VERDICTS[explanation?.reason ?? reason] ?? texts.notExamined)
}

const VERDICTS: Readonly<Record<string, Text>> = {
  valid: texts.matchesNow,
  timestamp_outside_tolerance: texts.tooFarOff,
  malformed_signature: texts.unreadable,
  missing_delivery: texts.matchedThen,
  not_saved: texts.matchedThen,
}
/** The hints about how it was signed; the others are about the body. */
const OF_SIGNING: readonly Hint[] = ['secret_prefix', 'secret_base64', 'body_only']

/** The cause itself stands above, with what to do about it. */
function verdictOnMismatch({ hints, secrets }: Explanation): string {
  if (hints.length === 0) return texts.noMatch(secrets)
  return hints.every(hint => OF_SIGNING.includes(hint)) ? texts.signedOtherwise() : texts.matchesBefore()
}
