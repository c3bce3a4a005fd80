/** Lists of deliveries. */

import { DELIVERY_RETRY_MS } from '../../../contract/limits.ts'
import { Status } from '../../../web/components/status.tsx'
import { Table } from '../../../web/components/table.tsx'
import { Time } from '../../../web/components/value.tsx'
import type { DeliveryRow } from '../data/deliveries.ts'
import { pathOf, type Visit } from './frame.tsx'

/** How many attempts the service makes. */
export const ATTEMPTS = DELIVERY_RETRY_MS.length + 1

interface DeliveriesProps {
  visit: Visit
  deliveries: readonly DeliveryRow[]
}

/** The deliveries to one endpoint. */
export function DeliveryTable({ visit: { store }, deliveries }: DeliveriesProps) {
  return (
    <Table
      label="Deliveries, newest first"
      columns={[
        { header: 'Event' },
        { header: 'State' },
        { header: 'Attempts', align: 'end' },
        { header: 'Created' },
        { header: 'Next attempt' },
        { header: 'Id', minor: true },
      ]}
      rows={deliveries.map(delivery => ({
        id: delivery.id,
        href: pathOf(store, 'deliveries', delivery.id),
        cells: [
          delivery.event,
          <Status word={delivery.state} />,
          attemptsOf(delivery),
          <Time at={writtenAt(delivery.body)} />,
          <Time at={delivery.nextAttemptAt} />,
          <code>{delivery.id}</code>,
        ],
      }))}
    />
  )
}

/** The deliveries about one charge, to any endpoint. */
export function DeliveriesOfCharge({ visit: { store }, deliveries }: DeliveriesProps) {
  return (
    <Table
      label="Deliveries, newest first"
      columns={[
        { header: 'Event' },
        { header: 'State' },
        { header: 'Attempts', align: 'end' },
        { header: 'Endpoint' },
      ]}
      rows={deliveries.map(delivery => ({
        id: delivery.id,
        href: pathOf(store, 'deliveries', delivery.id),
        cells: [delivery.event, <Status word={delivery.state} />, attemptsOf(delivery), delivery.url],
      }))}
    />
  )
}

function attemptsOf({ isTest, attempts }: DeliveryRow): string {
  return isTest ? '1' : `${attempts} of ${ATTEMPTS}`
}

/** When the event of a body was written. */
export function writtenAt(body: string): string {
  return (JSON.parse(body) as { createdAt: string }).createdAt
}
