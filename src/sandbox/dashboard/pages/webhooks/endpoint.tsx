/** One webhook endpoint with its deliveries. */

import { isSuccess } from '../../../../contract/delivery.ts'
import { FAULT_HEADER } from '../../../../shared/sandbox-faults.ts'
import { Empty } from '../../../../web/components/empty.tsx'
import { Pager } from '../../../../web/components/filter.tsx'
import { ActionButton } from '../../../../web/components/form.tsx'
import { PageHeader, Panel } from '../../../../web/components/header.tsx'
import { Time } from '../../../../web/components/value.tsx'
import { type Answer, type PageContext, PageError } from '../../../../web/page.ts'
import { attemptsOf } from '../../../webhooks/attempts.ts'
import { type EndpointSummary, findEndpoint, listEndpoints } from '../../../webhooks/endpoints.ts'
import { DELIVERY_STATES, deliveriesTo, testsOf } from '../../data/deliveries.ts'
import { unregisterEndpoint } from '../../endpoints.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { whatFaultDid } from '../faults/fault-text.ts'
import { Frame, pathOf, type Visit } from '../frame.tsx'
import { Facts, LastAnswer, secretHintsOf, Tabs, withQuery } from '../view.tsx'

export function EndpointPage(visit: Visit) {
  const { page, store, database } = visit
  const endpoint = listEndpoints(database, store.id).find(({ id }) => id === page.param('id'))
  if (!endpoint) throw new PageError(404, 'Not found', 'There is no such webhook endpoint.')
  const { id, url, events, createdAt, lastAttempt } = endpoint
  return (
    <Frame visit={visit} title={url} section="Webhooks" keys={[['t', 'Send a test']]}>
      <PageHeader
        title={url}
        back={{ label: 'Webhooks', href: pathOf(store, 'webhooks') }}
        actions={<EndpointActions {...{ visit, endpoint }} />}
      />
      <Panel>
        <Facts
          facts={[
            ['Id', <code>{id}</code>],
            ['Events', events.length > 0 ? events.join(', ') : 'All'],
            ['Signing secret', <code>{secretHintsOf(database, store.id).get(id)}</code>],
            ['Registered', <Time at={createdAt} />],
            ['Last attempt', <LastAnswer attempt={lastAttempt} />],
          ]}
        />
      </Panel>
      <Deliveries visit={visit} endpoint={endpoint} />
    </Frame>
  )
}

interface EndpointProps {
  visit: Visit
  endpoint: EndpointSummary
}

function EndpointActions({ visit: { page, store }, endpoint: { id, url, pending } }: EndpointProps) {
  const path = pathOf(store, 'webhooks', id)
  const lost = pending === 0 ? '' : ` ${pending} pending deliveries are never sent.`
  return (
    <>
      <ActionButton page={page} action={`${path}/test`} tone="main" hotkey="t">
        Send a test
      </ActionButton>
      <ActionButton
        page={page}
        action={`${path}/remove`}
        tone="danger"
        confirm={{
          title: 'Remove this endpoint?',
          text: `${url} gets nothing more, and its deliveries are deleted.${lost}`,
          button: 'Remove',
        }}
      >
        Remove
      </ActionButton>
    </>
  )
}

function Deliveries({ visit, endpoint }: EndpointProps) {
  const { page, store, database } = visit
  const path = pathOf(store, 'webhooks', endpoint.id)
  const { state, before } = filterOf(page)
  const tests = testsOf(database, endpoint.id)
  const { deliveries, next } =
    state === 'tests'
      ? { deliveries: tests, next: null }
      : deliveriesTo(database, { endpointId: endpoint.id, state, before })
  const { pending, delivered, failed } = endpoint
  const counts = { pending, delivered, failed, tests: tests.length }
  const tabs = [
    { label: 'All', href: path, current: state === null, count: pending + delivered + failed },
    ...[...DELIVERY_STATES, 'tests' as const].map(each => ({
      label: `${each.charAt(0).toUpperCase()}${each.slice(1)}`,
      href: withQuery(path, { state: each }),
      current: each === state,
      count: counts[each],
    })),
  ]
  return (
    <>
      <Tabs label="Deliveries by state" tabs={tabs} />
      <Panel flush>
        {deliveries.length > 0 ? (
          <DeliveryTable visit={visit} deliveries={deliveries} />
        ) : (
          <Empty
            title="No delivery here"
            text="Send a test, or create a charge: its payment.created is delivered at once."
          />
        )}
        <Pager
          previous={before === null ? null : withQuery(path, { state: state ?? '' })}
          next={next === null ? null : withQuery(path, { state: state ?? '', before: String(next) })}
        />
      </Panel>
    </>
  )
}

/** What the address asks for; anything unknown counts as nothing. */
function filterOf(page: PageContext) {
  const [state, before] = [page.query('state'), page.query('before')]
  return {
    state: [...DELIVERY_STATES, 'tests' as const].find(each => each === state) ?? null,
    before: /^\d{1,15}$/.test(before) ? Number(before) : null,
  }
}

/** Sends `endpoint.test`, as the JSON call does, and shows what came back. */
export async function testEndpoint(visit: Visit): Promise<Answer> {
  const { page, store, database, deliverer } = visit
  const endpoint = findEndpoint(database, store.id, page.param('id'))
  return sent(visit, await deliverer.test(endpoint))
}

/** Says what the receiver answered, on the page of the delivery. */
export function sent(
  { page, store, database, faults }: Visit,
  { delivery, status, error }: { delivery: string; status: number | null; error: string | null },
): Answer {
  const fault = attemptsOf(database, delivery).at(-1)?.headers[FAULT_HEADER]
  if (fault) page.notice('warning', whatFaultDid(fault, faults.list(store.id)))
  else if (status === null) page.notice('error', `No answer: ${error}.`)
  else if (isSuccess(status)) page.notice('ok', `The receiver answered ${status}.`)
  else page.notice('error', `The receiver answered ${status}, which isn't a 2xx.`)
  return page.seeOther(pathOf(store, 'deliveries', delivery))
}

/** Removes an endpoint, as the JSON call does. */
export async function removeEndpoint(visit: Visit): Promise<Answer> {
  const { page, store } = visit
  await unregisterEndpoint(visit, store, page.param('id'))
  page.notice('ok', 'The endpoint is removed.')
  return page.seeOther(pathOf(store, 'webhooks'))
}
