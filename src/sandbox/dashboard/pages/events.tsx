/** A list of events. */

import { fromReais } from '#contract/money.ts'
import { Badge, type StatusTone } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Money, Time } from '#web/components/value.tsx'
import type { OutboxEntry, OutboxEvent } from '../../core/outbox.ts'
import { pathOf, type Visit } from './frame.tsx'
import { texts } from './texts.ts'

const TONES: Readonly<Record<string, StatusTone>> = {
  'payment.created': 'busy',
  'payment.approved': 'good',
  'deposit.approved': 'good',
  'payment.failed': 'bad',
}

export function Events({ visit, events }: { visit: Visit; events: readonly OutboxEntry[] }) {
  return (
    <Table
      label={texts.eventsNewestFirst()}
      columns={[
        { header: texts.event() },
        { header: texts.about() },
        { header: texts.amount(), align: 'end' },
        { header: texts.time() },
        { header: texts.sequence(), minor: true },
      ]}
      rows={events.map(({ sequence, event }) => ({
        id: event.id,
        ...linkOf(visit, event),
        cells: [
          <Badge tone={TONES[event.type] ?? 'off'}>{event.type}</Badge>,
          aboutOf(event),
          amountOf(event),
          <Time at={event.createdAt} />,
          <code>{sequence}</code>,
        ],
      }))}
    />
  )
}

export function EventsOfCharge({ events }: { events: readonly OutboxEntry[] }) {
  return (
    <Table
      label={texts.eventsNewestFirst()}
      columns={[
        { header: texts.event() },
        { header: texts.time() },
        { header: texts.sequence() },
        { header: texts.id(), minor: true },
      ]}
      rows={events.map(({ sequence, event }) => ({
        id: event.id,
        cells: [
          <Badge tone={TONES[event.type] ?? 'off'}>{event.type}</Badge>,
          <Time at={event.createdAt} />,
          <code>{sequence}</code>,
          <code>{event.id}</code>,
        ],
      }))}
    />
  )
}

function linkOf({ store }: Visit, { type, data }: OutboxEvent): { href?: string } {
  if (type === 'deposit.approved') return { href: pathOf(store, 'wallet') }
  if (type === 'connection.test') return { href: pathOf(store, 'websocket') }
  return typeof data.paymentId === 'string' ? { href: pathOf(store, 'charges', data.paymentId) } : {}
}

function aboutOf({ data: { description, paymentId } }: OutboxEvent) {
  if (typeof description === 'string' && description) return description
  return typeof paymentId === 'string' ? <code>{paymentId}</code> : '-'
}

function amountOf({ data: { amount } }: OutboxEvent) {
  const centavos = typeof amount === 'number' ? fromReais(amount) : null
  return centavos === null ? '-' : <Money amount={centavos} />
}
