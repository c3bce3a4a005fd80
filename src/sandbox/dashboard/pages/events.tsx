/** A list of events. */

import { fromReais } from '#contract/money.ts'
import { Badge, type StatusTone } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Money, When } from '#web/components/value.tsx'
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
        { header: texts.about(), narrow: 'below' },
        { header: texts.amount(), align: 'end' },
        { header: texts.time(), narrow: 'end' },
      ]}
      rows={events.map(entry => ({
        id: entry.event.id,
        ...linkOf(visit, entry.event),
        cells: [
          <EventName {...entry} />,
          aboutOf(entry.event),
          amountOf(entry.event),
          <When at={entry.event.createdAt} now={visit.page.now} />,
        ],
      }))}
    />
  )
}

function EventName({ sequence, event: { type } }: OutboxEntry) {
  return (
    <Badge tone={TONES[type] ?? 'off'}>
      <span title={texts.eventNames(type, sequence)}>{texts.eventWords[type]()}</span>
    </Badge>
  )
}

function linkOf({ store }: Visit, { type, data }: OutboxEvent): { href?: string } {
  if (type === 'deposit.approved') return { href: pathOf(store, 'wallet') }
  if (type === 'connection.test') return { href: pathOf(store, 'websocket') }
  return typeof data.paymentId === 'string' ? { href: pathOf(store, 'charges', data.paymentId) } : {}
}

function aboutOf({ data: { description, paymentId } }: OutboxEvent) {
  if (typeof description === 'string' && description) return description
  return typeof paymentId === 'string' ? <code>{paymentId}</code> : null
}

function amountOf({ data: { amount } }: OutboxEvent) {
  const centavos = typeof amount === 'number' ? fromReais(amount) : null
  return centavos === null ? null : <Money amount={centavos} />
}
