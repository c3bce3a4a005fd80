/** One delivery: every attempt with its headers and answer, and the body. */

import { isSuccess } from '#contract/delivery.ts'
import { FAULT_HEADER } from '#lib/sandbox/faults.ts'
import { sandboxReason } from '#lib/sandbox/texts.ts'
import { Code, Json } from '#web/components/code.tsx'
import { Copyable } from '#web/components/command-line.tsx'
import { Empty } from '#web/components/empty.tsx'
import { Fields } from '#web/components/fields.tsx'
import { ActionButton } from '#web/components/form.tsx'
import { Columns, Halves, PageHeader, Panel } from '#web/components/header.tsx'
import { HttpStatus, Status } from '#web/components/status.tsx'
import { type Moment, Timeline } from '#web/components/timeline.tsx'
import { Countdown, Duration, Time } from '#web/components/value.tsx'
import type { Answer } from '#web/page.ts'
import { PageError } from '#web/page-error.ts'
import { stateText } from '#web/texts.ts'
import { attemptsOf, type SavedAttempt } from '../../../webhooks/deliveries.ts'
import { type DeliveryRow, findDeliveries } from '../../../webhooks/delivery-list.ts'
import { TEST } from '../../../webhooks/endpoints.ts'
import { KEPT_ANSWER_BYTES } from '../../../webhooks/sender.ts'
import { Frame, pathOf, type Visit } from '../frame.tsx'
import { texts as shared } from '../texts.ts'
import { ATTEMPTS, writtenAt } from './delivery-table.tsx'
import { sent } from './endpoint.tsx'
import { texts } from './texts.ts'

export function DeliveryPage(visit: Visit) {
  const { page, store, database } = visit
  const [delivery] = findDeliveries(database, store.id, { id: page.param('id') })
  if (!delivery) throw new PageError(404, shared.notFound(), texts.noSuchDelivery())
  const attempts = attemptsOf(database, delivery.id)
  const again = delivery.event === TEST ? texts.sendAnotherTest() : texts.sendAgain()
  const endpoint = pathOf(store, 'webhooks', delivery.endpointId)
  return (
    <Frame visit={visit} title={texts.deliveryOf(delivery.id)} section="webhooks" keys={[['r', again]]}>
      <PageHeader
        title={delivery.event}
        badge={<Status word={delivery.state} />}
        lead={delivery.url}
        back={{ label: texts.deliveries(), href: endpoint }}
        actions={
          <ActionButton
            page={page}
            action={
              delivery.event === TEST ? `${endpoint}/test` : pathOf(store, 'deliveries', delivery.id, 'send')
            }
            tone="main"
            hotkey="r"
          >
            {again}
          </ActionButton>
        }
      />
      <p class="hidden" data-announce={texts.stateAndAttempts(stateText(delivery.state), attempts.length)} />
      <Columns aside={<Details {...{ visit, delivery }} />}>
        <Panel title={texts.attempts()}>
          {attempts.length > 0 ? (
            <Timeline label={texts.attemptsNewestFirst()} moments={momentsOf(page.now, delivery, attempts)} />
          ) : (
            <Empty title={texts.beingSent()} />
          )}
        </Panel>
      </Columns>
      <Panel title={texts.body()}>
        <Halves>
          <Json label={texts.formatted()} text={delivery.body} />
          <div class="wrap">
            <Code label={texts.asSent()} text={delivery.body} />
          </div>
        </Halves>
      </Panel>
    </Frame>
  )
}

function Details({ visit: { store }, delivery }: { visit: Visit; delivery: DeliveryRow }) {
  const { id, event, body, url, endpointId, attempts, nextAttemptAt } = delivery
  const { data } = JSON.parse(body) as { data: { paymentId?: string } }
  const charge = event.startsWith('payment.') ? data.paymentId : undefined
  return (
    <Panel title={shared.details()}>
      <Fields
        fields={[
          [shared.id(), <Copyable text={id} what={shared.theId()} />],
          [texts.endpoint(), <a href={pathOf(store, 'webhooks', endpointId)}>{url}</a>],
          [texts.charge(), charge ? <a href={pathOf(store, 'charges', charge)}>{charge}</a> : null],
          [texts.created(), <Time at={writtenAt(body)} />],
          [texts.attempts(), event === TEST ? texts.oneBecauseTest() : texts.attemptsOf(attempts, ATTEMPTS)],
          [texts.nextAttempt(), nextAttemptAt && <Time at={nextAttemptAt} />],
        ]}
      />
    </Panel>
  )
}

/** The next attempt, then those that were made, the newest first. */
function momentsOf(
  now: number,
  { attempts, nextAttemptAt, event }: DeliveryRow,
  all: readonly SavedAttempt[],
) {
  let number = attempts
  const made = all.toReversed().map((attempt, index) => {
    const name = attempt.byHand ? (event === TEST ? texts.test() : texts.byHand()) : texts.attempt(number--)
    return momentOf(name, attempt, index === 0)
  })
  if (nextAttemptAt === null) return made
  const next: Moment = {
    tone: 'busy',
    title: texts.attempt(attempts + 1),
    when: (
      <>
        <Time at={nextAttemptAt} />, {texts.in()} <Countdown to={nextAttemptAt} now={now} />
      </>
    ),
  }
  return [next, ...made]
}

function momentOf(name: string, attempt: SavedAttempt, isOpen: boolean): Moment {
  const { at, ms, status, error, headers, answer } = attempt
  const isOk = isSuccess(status)
  const fault = headers[FAULT_HEADER]
  return {
    tone: isOk ? 'good' : 'bad',
    title: (
      <>
        {name} <HttpStatus status={status} /> {error && sandboxReason(error)}
      </>
    ),
    when: (
      <>
        <Time at={at} />, <Duration ms={ms} />
      </>
    ),
    children: (
      <>
        {fault && <p>{texts.ofFault(fault)}</p>}
        <details open={isOpen}>
          <summary>{texts.headersAndAnswer()}</summary>
          <div class="stack">
            <Fields fields={Object.entries(headers)} look="headers" />
            <AnswerText {...{ status, answer }} />
          </div>
        </details>
      </>
    ),
  }
}

function AnswerText({ status, answer }: Pick<SavedAttempt, 'status' | 'answer'>) {
  if (status === null) return null
  if (answer === null) return <p class="hint">{texts.noBody()}</p>
  // A character of up to 3 bytes may be missing at the end.
  const isCut = Buffer.byteLength(answer) > KEPT_ANSWER_BYTES - 4
  return <Code label={isCut ? texts.cutAnswer() : texts.answer()} text={answer} />
}

/** Sends a delivery again now, and says what came back. */
export async function sendAgain(visit: Visit): Promise<Answer> {
  return sent(visit, await visit.deliverer.sendAgain(visit.store.id, visit.page.param('id')))
}
