/** Shows the sandbox's webhook endpoints for `sandbox webhook …`. */

import type { Output } from '#cli/output/output.ts'
import { presentObject } from '#cli/output/present.ts'
import { Failure } from '#lib/failure.ts'
import { formatJson } from '#lib/json.ts'
import { formatLocal } from '#lib/local-time.ts'
import { sandboxReason } from '#lib/sandbox/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import type { EndpointSummary } from '#sandbox/webhooks/endpoints.ts'
import { requiredArg } from '../../shared/command.ts'
import type { Dashboard } from '../../shared/dashboard.ts'
import { presentList } from '../../shared/list.ts'
import { texts } from './texts.ts'

export const endpointIdArg = requiredArg('ID', texts.idArg())

export interface AddedEndpoint {
  id: string
  url: string
  events: string[]
  secret: string
}

interface TestAnswer {
  delivery: string
  to: string
  status: number | null
  error: string | null
  ms: number
}

/** The path of an endpoint in the dashboard's API. */
export function endpointPath(id: string): string {
  return `/endpoints/${encodeURIComponent(id)}`
}

export async function presentAdded(out: Output, endpoint: AddedEndpoint): Promise<void> {
  const { id, url, events, secret } = endpoint
  if (out.json) return out.data(formatJson({ id, url, events, secret }))
  await presentObject(out, Object.entries({ id, url, events, secret }), () => [
    { label: texts.endpoint(), value: id, whole: true },
    { label: 'URL', value: url, whole: true },
    { label: texts.events(), value: eventNames(events) },
    { label: texts.secret(), value: secret, whole: true },
  ])
  out.note(texts.copyNow())
}

export async function presentEndpoints(out: Output, endpoints: EndpointSummary[]): Promise<void> {
  const values = ({
    id,
    url,
    events,
    createdAt,
    pending,
    delivered,
    failed,
    lastAttempt,
  }: EndpointSummary) => [
    ...[id, url, events, createdAt, pending, delivered, failed],
    ...[lastAttempt?.at, lastAttempt?.status, lastAttempt?.error],
  ]
  await presentList(out, endpoints, values, [
    { header: 'ID', whole: true, cell: ({ id }) => id },
    { header: 'URL', cell: ({ url }) => url },
    { header: texts.eventsHeader(), minWidth: 12, dropRank: 2, cell: ({ events }) => eventNames(events) },
    { header: texts.createdHeader(), dropRank: 3, cell: ({ createdAt }) => formatLocal(createdAt) },
    { header: texts.pendingHeader(), align: 'right', cell: ({ pending }) => String(pending) },
    { header: texts.deliveredHeader(), align: 'right', cell: ({ delivered }) => String(delivered) },
    { header: texts.failedHeader(), align: 'right', cell: ({ failed }) => String(failed) },
    {
      header: texts.lastAnswerHeader(),
      minWidth: 12,
      dropRank: 1,
      cell: ({ lastAttempt: last }) => (last ? String(last.status ?? sandboxReason(`${last.error}`)) : ''),
    },
  ])
  if (!out.human || endpoints.length > 0) return
  out.note(suggest('sandbox webhook add', { say: texts.none, args: ['URL'] }))
}

/** Shows the result. Afterwards Failure: (service) if the answer isn't 2xx, (network) if there is none. */
export async function testEndpoint(out: Output, dashboard: Dashboard, id: string): Promise<void> {
  const { data } = await dashboard.call<{ data: TestAnswer }>('POST', `${endpointPath(id)}/test`, {})
  const { delivery, to, status, error, ms } = data
  if (out.json) await out.data(formatJson({ delivery, to, status, ms }))
  else {
    await presentObject(out, Object.entries({ delivery, to, status, ms }), () => [
      { label: texts.delivery(), value: delivery, whole: true },
      { label: texts.sentTo(), value: to },
      {
        label: texts.answer(),
        value: status === null ? sandboxReason(`${error}`) : texts.answerIn(status, ms),
      },
    ])
  }
  if (status === null) {
    throw new Failure('network', () => texts.noAnswer(to, sandboxReason(`${error}`)), {
      next: texts.checkReceiver,
    })
  }
  if (status < 200 || status > 299) {
    throw new Failure('service', () => texts.answered(to, status), {
      next: () => texts.checkLog(delivery),
      details: { status },
    })
  }
}

function eventNames(events: string[]): string {
  return events.length === 0 ? texts.all() : events.join(', ')
}
