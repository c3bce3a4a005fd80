/** What a store has asked the API. */

import { Code, Json } from '#web/components/code.tsx'
import { Copyable } from '#web/components/command-line.tsx'
import { Empty } from '#web/components/empty.tsx'
import { Fields } from '#web/components/fields.tsx'
import { Pager } from '#web/components/filter.tsx'
import { Halves, PageHeader, Panel } from '#web/components/header.tsx'
import { Badge, HttpStatus } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Duration, Time } from '#web/components/value.tsx'
import { PageError, withQuery } from '#web/page.ts'
import type { RecordedRequest } from '../../../rest/requests.ts'
import { Frame, pathOf, type Visit } from '../frame.tsx'
import { texts as shared } from '../texts.ts'
import { texts } from './texts.ts'

const PER_PAGE = 50

export function RequestsPage(visit: Visit) {
  const { page, store, requests } = visit
  const all = requests.list(store.id)
  const path = pathOf(store, 'requests')
  const skipped = /^\d{1,4}$/.test(page.query('skip')) ? Number(page.query('skip')) : 0
  const next = skipped + PER_PAGE
  return (
    <Frame visit={visit} title={texts.title()} section="requests">
      <PageHeader title={texts.title()} lead={texts.lead()} />
      <Panel flush>
        <Table
          label={texts.newestFirst()}
          columns={[
            { header: texts.call() },
            { header: texts.answer() },
            { header: texts.fault() },
            { header: texts.key(), minor: true },
            { header: texts.time() },
          ]}
          rows={all.slice(skipped, next).map(request => ({
            id: request.id,
            href: pathOf(store, 'requests', request.id),
            cells: [
              nameOf(request),
              <Answered request={request} />,
              request.fault && <code>{request.fault}</code>,
              request.idempotencyKey && <code>{request.idempotencyKey}</code>,
              <Time at={request.at} />,
            ],
          }))}
          empty={<Empty title={texts.none()} text={texts.callFirst()} />}
        />
        <Pager
          previous={skipped > 0 ? path : null}
          next={next < all.length ? withQuery(path, { skip: String(next) }) : null}
        />
      </Panel>
    </Frame>
  )
}

export function RequestPage(visit: Visit) {
  const { page, store, requests } = visit
  const request = requests.list(store.id).find(({ id }) => id === page.param('id'))
  if (!request) throw new PageError(404, shared.notFound(), texts.noSuchCall())
  const { id, at, ms, query, idempotencyKey, fault, body } = request
  return (
    <Frame visit={visit} title={nameOf(request)} section="requests">
      <PageHeader
        title={nameOf(request)}
        badge={<Answered request={request} />}
        back={{ label: texts.title(), href: pathOf(store, 'requests') }}
      />
      <Panel title={shared.details()}>
        <Fields
          fields={[
            [shared.id(), id],
            [texts.time(), <Time at={at} />],
            [texts.duration(), ms === null ? null : <Duration ms={ms} />],
            [texts.key(), idempotencyKey && <Copyable text={idempotencyKey} what={texts.theKey()} />],
            [texts.query(), query && <code>{query}</code>],
            [texts.fault(), fault && <a href={pathOf(store, 'faults')}>{fault}</a>],
          ]}
        />
      </Panel>
      {body !== null && (
        <Panel title={texts.body()}>
          <Halves>
            <Json label={texts.formatted()} text={body} />
            <div class="wrap">
              <Code label={texts.asSent()} text={body} />
            </div>
          </Halves>
        </Panel>
      )}
    </Frame>
  )
}

function nameOf({ method, path }: RecordedRequest): string {
  return `${method} ${path}`
}

function Answered({ request: { status, ms } }: { request: RecordedRequest }) {
  return ms === null ? <Badge tone="busy">{texts.runs()}</Badge> : <HttpStatus status={status} />
}
