/** Lists of deliveries. */

import { DELIVERY_RETRY_MS } from '#contract/limits.ts'
import { Status } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Time } from '#web/components/value.tsx'
import type { DeliveryRow } from '../../../webhooks/delivery-list.ts'
import { TEST } from '../../../webhooks/endpoints.ts'
import { pathOf, type Visit } from '../frame.tsx'
import { texts as shared } from '../texts.ts'
import { texts } from './texts.ts'

/** How many attempts the service makes. */
export const ATTEMPTS = DELIVERY_RETRY_MS.length + 1

interface DeliveriesProps {
  visit: Visit
  deliveries: readonly DeliveryRow[]
  /** Those of one charge: where to is of interest then, not when. */
  ofCharge?: boolean
}

export function DeliveryTable({ visit: { store }, deliveries, ofCharge = false }: DeliveriesProps) {
  const columns = ofCharge
    ? [{ header: texts.endpoint() }]
    : [{ header: texts.created() }, { header: texts.nextAttempt() }, { header: shared.id(), minor: true }]
  const cells = ({ id, url, body, nextAttemptAt }: DeliveryRow) =>
    ofCharge ? [url] : [<Time at={writtenAt(body)} />, <Time at={nextAttemptAt} />, <code>{id}</code>]
  return (
    <Table
      label={texts.newestFirst()}
      columns={[
        { header: texts.event() },
        { header: texts.state() },
        { header: texts.attempts(), align: 'end' },
        ...columns,
      ]}
      rows={deliveries.map(delivery => ({
        id: delivery.id,
        href: pathOf(store, 'deliveries', delivery.id),
        cells: [delivery.event, <Status word={delivery.state} />, attemptsOf(delivery), ...cells(delivery)],
      }))}
    />
  )
}

function attemptsOf({ event, attempts }: DeliveryRow): string {
  return event === TEST ? '1' : texts.attemptsOf(attempts, ATTEMPTS)
}

/** When the event of a body was written. */
export function writtenAt(body: string): string {
  return (JSON.parse(body) as { createdAt: string }).createdAt
}
