/** A saved delivery: what became of it, and a button to send it again. */

import { isSuccess, SIGNATURE_HEADER } from '../../contract/delivery.ts'
import { headerPairs } from '../../forwarding/target-headers.ts'
import { suggest } from '../../shared/suggestion.ts'
import type { Delivery, KeptAttempt, ListedDelivery } from '../../store/inbox/inbox.ts'
import { HeaderList } from '../../web/components/code.tsx'
import { CommandLine, Copyable, Words } from '../../web/components/command-line.tsx'
import { Fields } from '../../web/components/fields.tsx'
import { ActionForm, Button, TextField } from '../../web/components/form.tsx'
import { PageHeader, Panel } from '../../web/components/header.tsx'
import { Status } from '../../web/components/status.tsx'
import { Time } from '../../web/components/value.tsx'
import type { PageContext } from '../../web/page.ts'
import { curlCommand } from '../curl.ts'
import { savedHeader } from '../saved-header.ts'
import { Attempts } from './attempts.tsx'
import { BodyPanel } from './body.tsx'
import { Amount, Forward } from './list.tsx'
import { commandText, type Parts } from './parts.ts'
import { SignaturePanel } from './signature.tsx'

export interface DeliveryProps {
  page: PageContext
  parts: Parts
  entry: ListedDelivery
  delivery: Delivery
  attempts: readonly KeptAttempt[]
  /** The query of the list that one came from. */
  queryText: string
  replay: ReplayForm
}

/** Shown where no target is known yet. */
const EXAMPLE_TARGET = 'http://localhost:3000/webhooks'

/** What the form to send it again shows. */
export interface ReplayForm {
  to: string
  error?: string
}

export function DeliveryDetail(props: DeliveryProps) {
  const { parts, entry, delivery, attempts, queryText } = props
  const { id, headers, body, receivedAt, channel } = delivery
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
        back={{ label: 'Deliveries', href: `/${queryText}` }}
      />
      <section class="why" aria-label="What happened">
        <p class="why-sentence">
          <Words text={sentence} />
        </p>
      </section>
      <Replay {...props} />
      <Attempts {...{ entry, attempts }} />
      <BodyPanel body={body} bytes={body.length} download={`/deliveries/${id}/body`} />
      <Panel title="Delivery">
        <Fields fields={facts(entry)} />
      </Panel>
      {channel === 'webhook' && (
        <SignaturePanel {...{ headers, receivedAt }} verdict="it matched a signing secret when it came" />
      )}
      <Panel title="Headers" lead="As they came, without those that may hold a secret">
        <HeaderList headers={headerPairs(headers)} />
      </Panel>
      <Terminal {...{ parts, delivery }} to={props.replay.to} />
    </div>
  )
}

function whatHappened(
  { verdict, forward, channel, eventId, attempts: count }: ListedDelivery,
  attempts: readonly KeptAttempt[],
): string {
  const last = attempts.at(-1)
  const answer = last && (last.status === null ? 'gave no answer' : `answered ${last.status}`)
  const times = count === 1 ? '1 attempt' : `${count} attempts`
  if (forward === 'done') {
    if (!last) return 'Accepted. Its event was forwarded by another delivery, or before attempts were kept.'
    const done = attempts.find(({ status }) => isSuccess(status)) ?? last
    const since =
      done === last ? '' : ` Later it was sent again: ${last.to} ${answer} on attempt ${last.attempt}.`
    return `Accepted and forwarded: ${done.to} answered ${done.status ?? 'nothing'} on attempt ${done.attempt}.${since}`
  }
  if (forward === 'pending') {
    if (!last) return 'Accepted. It waits to be forwarded.'
    return `Accepted, but not forwarded yet: ${last.to} ${answer} after ${times}. It is tried again until a 2xx.`
  }
  if (forward === 'parked') {
    return `Accepted, but parked: ${last?.to ?? 'the target'} ${answer ?? 'refused it'} after ${times}. Only a replay sends it again.`
  }
  const replayed = last ? ` It was sent by hand: ${last.to} ${answer}.` : ''
  if (verdict === 'duplicate') {
    return `A duplicate: the event ${eventId} came before, so this one was saved and not forwarded again.${replayed}`
  }
  const came =
    channel === 'realtime' ? 'It came over the realtime channel and was saved' : 'Accepted and saved'
  return `${came}. It is not forwarded: there was no --forward-to.${replayed}`
}

function facts({ receivedAt, delivery, given, eventId, paymentId, amount, channel }: ListedDelivery) {
  return [
    { label: 'Received', value: <Time at={receivedAt} /> },
    { label: 'Over', value: channel === 'webhook' ? 'webhook' : 'the realtime channel' },
    { label: 'Delivery', value: <Copyable text={delivery} what="the delivery id" /> },
    ...(given === delivery ? [] : [{ label: 'Came as', value: <code>{given}</code> }]),
    { label: 'Event', value: eventId && <Copyable text={eventId} what="the event id" /> },
    { label: 'Payment', value: paymentId && <Copyable text={paymentId} what="the payment id" /> },
    { label: 'Amount', value: amount === null ? null : <Amount reais={amount} /> },
  ]
}

function Replay({ page, parts, entry, replay, queryText }: DeliveryProps) {
  if (parts.options.secrets === null) {
    const login = suggest('auth login', { flags: { kind: 'webhook-secret' } })
    return (
      <Panel title="Replay">
        <p>{`To send it again, a signing secret is needed. ${parts.options.secretsMissing ?? ''}`}</p>
        <CommandLine command={commandText(parts, login)} />
      </Panel>
    )
  }
  return (
    <Panel title="Replay" lead="The same bytes and delivery id, with a new signature">
      <ActionForm page={page} action={`/deliveries/${entry.id}/replay${queryText}`} class="replay">
        <TextField
          name="to"
          label="Send it to"
          value={replay.to}
          error={replay.error}
          placeholder={EXAMPLE_TARGET}
          hint="A URL, host:port/path, or a port on this machine"
          required
        />
        <Button hotkey="r">Replay</Button>
      </ActionForm>
    </Panel>
  )
}

/** The same on the terminal. */
function Terminal({ parts, delivery, to }: { parts: Parts; delivery: Delivery; to: string }) {
  const { id, headers, body, receivedAt, channel } = delivery
  const show = suggest('webhook show', { args: [delivery.delivery] })
  const bytes = suggest('webhook show', { args: [delivery.delivery], flags: { body: true } })
  const signature = savedHeader(headers, SIGNATURE_HEADER)
  const verify = suggest('webhook verify', { flags: { signature, at: receivedAt } })
  const replay = suggest('webhook replay', { args: [delivery.delivery], flags: { to: to || EXAMPLE_TARGET } })
  return (
    <Panel title="On the terminal">
      <CommandLine command={commandText(parts, show)} />
      {to === '' && <p>To send it again, put the address of your program in place of the example:</p>}
      <CommandLine command={commandText(parts, replay)} />
      {channel === 'webhook' && signature !== '' && (
        <CommandLine command={`${commandText(parts, bytes)} | ${commandText(parts, verify)}`} />
      )}
      <details class="answer" id="curl">
        <summary>As curl, with the signature as it came, which is valid for five minutes</summary>
        <CommandLine
          command={curlCommand({
            url: to || EXAMPLE_TARGET,
            headers: headerPairs(headers),
            body,
            file: bodyFile(id),
          })}
        />
      </details>
    </Panel>
  )
}

/** The name of the downloaded file. */
export function bodyFile(id: number): string {
  return `delivery-${id}.body`
}
