/** One webhook endpoint with its deliveries. */

import { isSuccess } from '#contract/delivery.ts'
import { FAULT_HEADER } from '#lib/sandbox/faults.ts'
import { sandboxReason } from '#lib/sandbox/texts.ts'
import { Empty } from '#web/components/empty.tsx'
import { Fields } from '#web/components/fields.tsx'
import { ActionButton } from '#web/components/form.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import { Time } from '#web/components/value.tsx'
import { type Answer, withQuery } from '#web/page.ts'
import { PageError } from '#web/page-error.ts'
import * as operations from '../../../control/operations.ts'
import { attemptsOf } from '../../../webhooks/deliveries.ts'
import { DELIVERY_STATES, findDeliveries, MOST_FOUND } from '../../../webhooks/delivery-list.ts'
import { type EndpointSummary, findEndpoint, listEndpoints, TEST } from '../../../webhooks/endpoints.ts'
import { Frame, pathOf, type Visit } from '../frame.tsx'
import { LastAnswer, secretHintOf, Tabs } from '../shared.tsx'
import { texts as shared } from '../texts.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { texts } from './texts.ts'

/** The parts of the list of deliveries. */
const STATES = [...DELIVERY_STATES, 'tests' as const]

export function EndpointPage(visit: Visit) {
  const { page, store } = visit
  const endpoint = endpointOf(visit)
  const { id, url, events, createdAt, lastAttempt } = endpoint
  const path = pathOf(store, 'webhooks', id)
  return (
    <Frame visit={visit} title={url} section="webhooks" keys={[['t', texts.sendTest()]]}>
      <PageHeader
        title={url}
        back={{ label: texts.title(), href: pathOf(store, 'webhooks') }}
        actions={
          <>
            <ActionButton page={page} action={`${path}/test`} tone="main" hotkey="t">
              {texts.sendTest()}
            </ActionButton>
            <ActionButton page={page} action={`${path}/remove`} tone="danger">
              {texts.remove()}
            </ActionButton>
          </>
        }
      />
      <Panel>
        <Fields
          fields={[
            [shared.id(), <code>{id}</code>],
            [texts.events(), events.length > 0 ? events.join(', ') : texts.allEvents()],
            [texts.itsSecret(), <code>{secretHintOf(visit, id)}</code>],
            [texts.registered(), <Time at={createdAt} />],
            [texts.lastAttempt(), <LastAnswer attempt={lastAttempt} />],
          ]}
        />
      </Panel>
      <Deliveries visit={visit} endpoint={endpoint} />
    </Frame>
  )
}

function endpointOf({ page, store, database }: Visit): EndpointSummary {
  const endpoint = listEndpoints(database, store.id).find(({ id }) => id === page.param('id'))
  if (!endpoint) throw new PageError(404, shared.notFound(), texts.noSuchEndpoint())
  return endpoint
}

function Deliveries({ visit, endpoint }: { visit: Visit; endpoint: EndpointSummary }) {
  const { page, store, database } = visit
  const path = pathOf(store, 'webhooks', endpoint.id)
  const state = STATES.find(known => known === page.query('state'))
  const of = { endpoint: endpoint.id }
  const tests = findDeliveries(database, store.id, { ...of, type: TEST })
  const deliveries = state === 'tests' ? tests : findDeliveries(database, store.id, { ...of, status: state })
  const { pending, delivered, failed } = endpoint
  const counts = { pending, delivered, failed, tests: tests.length }
  const tabs = [
    { label: texts.all(), href: path, current: state === undefined, count: pending + delivered + failed },
    ...STATES.map(known => ({
      label: texts[known](),
      href: withQuery(path, { state: known }),
      current: known === state,
      count: counts[known],
    })),
  ]
  return (
    <>
      <Tabs label={texts.byState()} tabs={tabs} />
      <Panel flush>
        {deliveries.length > 0 ? (
          <DeliveryTable visit={visit} deliveries={deliveries} />
        ) : (
          <Empty title={texts.noDelivery()} text={texts.makeOne()} />
        )}
        {deliveries.length === MOST_FOUND && <p class="pager hint">{texts.theLatest(MOST_FOUND)}</p>}
      </Panel>
    </>
  )
}

/** Sends `endpoint.test`, and shows what came back. */
export async function testEndpoint(visit: Visit): Promise<Answer> {
  const { page, store, database, deliverer } = visit
  const endpoint = findEndpoint(database, store.id, page.param('id'))
  return sent(visit, await deliverer.test(endpoint))
}

/** Says what the receiver answered, on the page of the delivery. */
export function sent(
  { page, store, database }: Visit,
  { delivery, status, error }: { delivery: string; status: number | null; error: string | null },
): Answer {
  const fault = attemptsOf(database, delivery).at(-1)?.headers[FAULT_HEADER]
  if (fault) page.notice('warning', texts.ofFault(fault))
  else if (status === null) page.notice('error', texts.noAnswer(sandboxReason(error ?? '')))
  else if (isSuccess(status)) page.notice('ok', texts.answered(status))
  else page.notice('error', texts.answeredBadly(status))
  return page.seeOther(pathOf(store, 'deliveries', delivery))
}

export async function removeEndpoint(visit: Visit): Promise<Answer> {
  const { page, store } = visit
  const { id, url, pending } = endpointOf(visit)
  const confirm = {
    title: texts.removeAsked(),
    text: texts.removeMeans(url, pending),
    button: texts.remove(),
  }
  const question = page.ask(confirm, pathOf(store, 'webhooks', id))
  if (question) return question
  await operations.removeEndpoint(visit, store, id)
  page.notice('ok', texts.removed())
  return page.seeOther(pathOf(store, 'webhooks'))
}
