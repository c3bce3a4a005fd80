/** A saved delivery: what became of it, and a button to send it again. */

import { isSuccess } from '#contract/delivery.ts'
import type { Delivery, KeptAttempt, ListedDelivery } from '#inbox/inbox.ts'
import { localized } from '#lib/language.ts'
import { Copyable, Words } from '#web/components/command-line.tsx'
import { type Field, Fields } from '#web/components/fields.tsx'
import { ActionForm, Button, Keycap, TextField } from '#web/components/form.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import { Status } from '#web/components/status.tsx'
import { Amount, Time } from '#web/components/value.tsx'
import type { PageContext } from '#web/page.ts'
import { headerPairs } from '#webhooks/verify-delivery.ts'
import { isEditable } from '../editor.ts'
import type { Parts } from '../inspector.ts'
import { EXAMPLE_TARGET } from '../target.ts'
import { Attempts } from './attempts.tsx'
import { BodyPanel } from './body.tsx'
import { texts as ofEdit } from './edit/texts.ts'
import { Forward } from './list.tsx'
import { NoSecret } from './no-secret.tsx'
import { texts } from './texts.ts'

interface DeliveryProps {
  page: PageContext
  parts: Parts
  entry: ListedDelivery
  delivery: Delivery
  attempts: readonly KeptAttempt[]
  /** The query of the list that one came from. */
  queryText: string
  replay: ReplayForm
}

export interface ReplayForm {
  to: string
  error?: string
}

export function DeliveryDetail(props: DeliveryProps) {
  const { entry, delivery, attempts, queryText } = props
  const { id, headers, body } = delivery
  const sentence = whatHappened(entry, attempts)
  return (
    <div class="stack" data-announce={sentence}>
      <PageHeader
        title={entry.event}
        badge={
          <>
            <Status word={entry.verdict} /> <Forward {...entry} />
          </>
        }
        back={{ label: texts.deliveries(), href: `/${queryText}` }}
      />
      <section class="why" aria-label={texts.whatHappened()}>
        <p class="why-sentence">
          <Words text={sentence} />
        </p>
      </section>
      <Replay {...props} />
      <Attempts {...{ entry, attempts }} />
      <BodyPanel body={body} bytes={body.length} download={`/deliveries/${id}/body`} />
      <Panel title={texts.delivery()}>
        <Fields fields={fieldsOf(entry)} />
      </Panel>
      <Panel title={texts.headers()} lead={texts.headersLead()}>
        <Fields fields={headerPairs(headers)} look="headers" />
      </Panel>
    </div>
  )
}

function whatHappened(
  { verdict, forward, channel, eventId, attempts: count }: ListedDelivery,
  attempts: readonly KeptAttempt[],
): string {
  const last = attempts.at(-1)
  const answer = last && (last.status === null ? texts.gaveNoAnswer() : texts.answered(last.status))
  const times = texts.attemptCount(count)
  if (forward === 'done') {
    if (!last) return texts.forwardedByOther()
    const done = attempts.find(({ status }) => isSuccess(status)) ?? last
    const since = done === last ? '' : texts.laterSentAgain(last.to, answer ?? '', last.attempt)
    return texts.acceptedAndForwarded(done.to, done.status, done.attempt) + since
  }
  if (forward === 'pending') return last ? texts.notForwardedYet(last.to, answer ?? '', times) : texts.waits()
  if (forward === 'parked') return texts.parked(last?.to, answer, times)
  const replayed = last ? texts.sentByHand(last.to, answer ?? '') : ''
  if (verdict === 'duplicate') return texts.isDuplicate(eventId) + replayed
  const came = channel === 'realtime' ? texts.cameOverRealtime() : texts.acceptedAndSaved()
  return `${came}. ${texts.noForwardTo()}${replayed}`
}

function fieldsOf({
  receivedAt,
  delivery,
  given,
  eventId,
  paymentId,
  amount,
  channel,
}: ListedDelivery): Field[] {
  return [
    [texts.received(), <Time at={receivedAt} />],
    [texts.over(), channel === 'webhook' ? 'webhook' : texts.theRealtimeChannel()],
    [texts.delivery(), <Copyable text={delivery} what={texts.theDeliveryId()} />],
    [texts.cameAs(), given === delivery ? null : <code>{given}</code>],
    [texts.event(), eventId && <Copyable text={eventId} what={texts.theEventId()} />],
    [texts.payment(), paymentId && <Copyable text={paymentId} what={texts.thePaymentId()} />],
    [texts.amount(), amount === null ? null : <Amount reais={amount} />],
  ]
}

function Replay({ page, parts, entry, delivery, replay, queryText }: DeliveryProps) {
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
        isEditable(delivery) && (
          <a class="button plain" href={`/deliveries/${entry.id}/edit${queryText}`} data-hotkey="e">
            {ofEdit.title()} <Keycap>e</Keycap>
          </a>
        )
      }
    >
      <ActionForm page={page} action={`/deliveries/${entry.id}/replay${queryText}`} class="replay">
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
