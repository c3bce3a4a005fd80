/** The body of a saved delivery in an editor, to send a changed copy as a test, and what was answered. */

import { noAnswerText } from '#api/transport-error.ts'
import { localized } from '#lib/language.ts'
import { Code } from '#web/components/code.tsx'
import { Copyable } from '#web/components/command-line.tsx'
import { Fields } from '#web/components/fields.tsx'
import { ActionForm, Button, TextArea, TextField } from '#web/components/form.tsx'
import { Halves, PageHeader, Panel } from '#web/components/header.tsx'
import { Badge, HttpStatus } from '#web/components/status.tsx'
import { Duration, Time } from '#web/components/value.tsx'
import type { PageContext } from '#web/page.ts'
import type { Draft, SentTest } from '../../editor.ts'
import { EXAMPLE_TARGET } from '../../target.ts'
import { texts as shared } from '../texts.ts'
import { texts } from './texts.ts'

/** How many lines of the body are seen at once. */
const ROWS = 16

export interface EditForm extends Draft {
  errors?: { to?: string; body?: string }
}

interface EditProps {
  page: PageContext
  form: EditForm
  /** The path that it is posted to. */
  action: string
  /** The page of the delivery. */
  back: string
  /** This page with the body as it came; null if that is what it shows. */
  original: string | null
}

export function EditDetail({ page, form, action, back, original }: EditProps) {
  const { text, to, sent, errors = {} } = form
  return (
    <div class="stack">
      <PageHeader
        title={texts.title()}
        badge={<Badge tone="warn">{texts.badge()}</Badge>}
        lead={texts.lead()}
        back={{ label: shared.theDelivery(), href: back }}
      />
      <Halves>
        <Panel id="editor">
          <ActionForm page={page} action={action} class="editor">
            <TextArea
              name="body"
              label={shared.body()}
              value={text}
              hint={texts.bodyHint()}
              error={errors.body}
              rows={ROWS}
            />
            <TextField
              name="to"
              label={shared.sendTo()}
              value={to}
              error={errors.to}
              placeholder={EXAMPLE_TARGET}
              hint={shared.sendToHint()}
              required
            />
            <div class="actions">
              <Button>{texts.send()}</Button>
              {original !== null && (
                <a class="button plain" href={original}>
                  {texts.original()}
                </a>
              )}
            </div>
          </ActionForm>
        </Panel>
        {sent && <Answer sent={sent} />}
      </Halves>
    </div>
  )
}

function Answer({ sent }: { sent: SentTest }) {
  const { to, at, status, ms, type, eventId, delivery, bytes, answer, error } = sent
  const text = error === null ? answer : localized(noAnswerText(error))
  return (
    <Panel title={texts.answer()} lead={texts.answeredLead()} id="answer">
      <Fields
        fields={[
          [texts.result(), <HttpStatus status={status} />],
          [texts.took(), <Duration ms={ms} />],
          [texts.sentTo(), to],
          [texts.sent(), <Time at={at} />],
          [shared.event(), `${type}, ${texts.bytes(bytes)}`],
          [texts.eventId(), <Copyable text={eventId} what={shared.theEventId()} />],
          [texts.deliveryId(), <Copyable text={delivery} what={shared.theDeliveryId()} />],
        ]}
      />
      {text === '' ? (
        <p class="hint">{texts.noBody()}</p>
      ) : (
        <Code label={status === null ? shared.whyNoAnswer() : shared.startOfAnswer()} text={text} />
      )}
    </Panel>
  )
}
