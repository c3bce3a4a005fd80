/** What a store has asked the API. */

import { Code } from '#web/components/code.tsx'
import { Empty } from '#web/components/empty.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import { HttpStatus } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Time } from '#web/components/value.tsx'
import type { RecordedRequest } from '../../../rest/requests.ts'
import { Frame, type Visit } from '../frame.tsx'
import { texts } from './texts.ts'

const SHOWN = 100

export function RequestsPage(visit: Visit) {
  const { requests, store } = visit
  return (
    <Frame visit={visit} title={texts.title()} section="requests">
      <PageHeader title={texts.title()} lead={texts.lead(SHOWN)} />
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
          rows={requests
            .list(store.id)
            .slice(0, SHOWN)
            .map(request => ({ id: request.id, cells: cellsOf(request) }))}
          empty={<Empty title={texts.none()} text={texts.callFirst()} />}
        />
      </Panel>
    </Frame>
  )
}

function cellsOf({ id, method, path, query, body, status, ms, fault, idempotencyKey, at }: RecordedRequest) {
  const name = `${method} ${path}${query === null ? '' : `?${query}`}`
  const answer = ms === null ? texts.runs() : <HttpStatus status={status} />
  if (body === null) return [name, answer, fault, idempotencyKey, <Time at={at} />]
  const call = (
    <details id={`${id}-body`}>
      <summary>{name}</summary>
      <Code label={texts.body()} text={body} />
    </details>
  )
  return [call, answer, fault, idempotencyKey, <Time at={at} />]
}
