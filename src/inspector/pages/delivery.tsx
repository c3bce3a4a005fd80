/** A saved event: what became of it, and a button to send it again. */

import { isSuccess } from '#contract/delivery.ts'
import type { KeptArrival, KeptAttempt, ListedEvent, LogEvent } from '#inbox/inbox.ts'
import { localized } from '#lib/language.ts'
import { suggest } from '#lib/suggestion.ts'
import { CommandLine, Copyable, Words } from '#web/components/command-line.tsx'
import { type Field, Fields } from '#web/components/fields.tsx'
import { ActionForm, Button, Keycap, TextField } from '#web/components/form.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import { Amount, Time } from '#web/components/value.tsx'
import type { PageContext } from '#web/page.ts'
import { headerPairs } from '#webhooks/verify-delivery.ts'
import { isEditable } from '../editor.ts'
import type { InspectorParts } from '../inspector.ts'
import { EXAMPLE_TARGET } from '../target.ts'
import { Arrivals, Attempts } from './attempts.tsx'
import { BodyPanel } from './body.tsx'
import { texts as ofEdit } from './edit/texts.ts'
import { Badges } from './list.tsx'
import { texts } from './texts.ts'

interface EventProps {
  page: PageContext
  parts: InspectorParts
  /** As in the list. */
  event: ListedEvent
  /** With its first arrival. */
  whole: LogEvent
  arrivals: readonly KeptArrival[]
  attempts: readonly KeptAttempt[]
  /** The query of the list that one came from. */
  queryText: string
  replay: ReplayForm
}

export interface ReplayForm {
  to: string
  error?: string
}

export function EventDetail(props: EventProps) {
  const { event, whole, arrivals, attempts, queryText } = props
  const { id, headers, body } = whole
  const sentence = whatHappened(event, attempts)
  return (
    <div class="stack" data-announce={sentence}>
      <PageHeader
        title={event.type}
        badge={<Badges event={event} />}
        back={{ label: texts.deliveries(), href: `/${queryText}` }}
      />
      <section class="why" aria-label={texts.whatHappened()}>
        <p class="why-sentence">
          <Words text={sentence} />
        </p>
      </section>
      <Replay {...props} />
      <Attempts {...{ event, arrivals, attempts }} />
      {event.arrivalCount > 1 && <Arrivals {...{ event, arrivals }} />}
      <BodyPanel body={body} bytes={body.length} download={`/deliveries/${id}/body`} />
      <Panel title={texts.delivery()}>
        <Fields fields={fieldsOf(event)} />
      </Panel>
      <Panel title={texts.headers()} lead={texts.headersLead()}>
        <Fields fields={headerPairs(headers)} look="headers" />
      </Panel>
    </div>
  )
}

function whatHappened(
  { forward, channels, attemptCount }: ListedEvent,
  attempts: readonly KeptAttempt[],
): string {
  const last = attempts.at(-1)
  const answer = last && (last.status === null ? texts.gaveNoAnswer() : texts.answered(last.status))
  const times = texts.attemptCount(attemptCount)
  if (forward === 'done') {
    if (!last) return texts.forwardedBefore()
    const done = attempts.find(({ status }) => isSuccess(status)) ?? last
    const since = done === last ? '' : texts.laterSentAgain(last.to, answer ?? '', last.number)
    return texts.acceptedAndForwarded(done.to, done.status, done.number) + since
  }
  if (forward === 'pending') return last ? texts.notForwardedYet(last.to, answer ?? '', times) : texts.waits()
  if (forward === 'parked') return texts.parked(last?.to, answer, times)
  const replayed = last ? texts.sentByHand(last.to, answer ?? '') : ''
  const came = channels.includes('webhook') ? texts.acceptedAndSaved() : texts.cameOverRealtime()
  return `${came}. ${texts.noForwardTo()}${replayed}`
}

function fieldsOf({ receivedAt, delivery, eventId, paymentId, amount, channels }: ListedEvent): Field[] {
  const names = { webhook: 'webhook', realtime: texts.theRealtimeChannel() }
  return [
    [texts.received(), <Time at={receivedAt} />],
    [texts.over(), channels.map(channel => names[channel]).join(', ')],
    [texts.delivery(), <Copyable text={delivery} what={texts.theDeliveryId()} />],
    [texts.event(), eventId && <Copyable text={eventId} what={texts.theEventId()} />],
    [texts.payment(), paymentId && <Copyable text={paymentId} what={texts.thePaymentId()} />],
    [texts.amount(), amount === null ? null : <Amount reais={amount} />],
  ]
}

function Replay({ page, parts, whole, replay, queryText }: EventProps) {
  if (parts.options.secrets === null) {
    return (
      <Panel title={texts.replay()}>
        <NoSecret parts={parts} text={texts.secretNeeded(localized(parts.options.secretsMissing ?? ''))} />
      </Panel>
    )
  }
  return (
    <Panel
      title={texts.replay()}
      lead={texts.replayLead()}
      actions={
        isEditable(whole) && (
          <a class="button plain" href={`/deliveries/${whole.id}/edit${queryText}`} data-hotkey="e">
            {ofEdit.title()} <Keycap>e</Keycap>
          </a>
        )
      }
    >
      <ActionForm page={page} action={`/deliveries/${whole.id}/replay${queryText}`} class="replay">
        <TextField
          name="to"
          label={texts.sendTo()}
          value={replay.to}
          error={replay.error}
          placeholder={EXAMPLE_TARGET}
          hint={texts.sendToHint()}
          required
        />
        <Button hotkey="r">{texts.replay()}</Button>
      </ActionForm>
    </Panel>
  )
}

/** What is missing, and the command that gives a signing secret. */
export function NoSecret({ parts, text }: { parts: InspectorParts; text: string }) {
  const login = suggest('auth login', { flags: { kind: 'webhook-secret' } })
  return (
    <>
      <p>{text}</p>
      <CommandLine command={parts.options.commandText(login)} />
    </>
  )
}
