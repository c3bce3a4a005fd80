/** Events that approve a payment, in SQLite. */

import { APPROVALS, approvalFacts } from '#contract/delivery.ts'
import { asArrays, type Prepare } from '#lib/sqlite/statements.ts'
import { type Approval, approvalsIn, type ChannelApproval, dataOf, listsIn, SEARCHED } from '../approvals.ts'
import type { Arrival, Taken } from '../arrival.ts'

/** Of {@link SEARCHED} lists, the most that are read, in characters: some 9,000 approvals. */
const LATEST_LENGTH = 1024 * 1024

type DeliveryFields = [
  event: string,
  eventId: string | null,
  paymentId: string,
  delivery: string,
  receivedAt: string,
  body: Uint8Array,
]

/** Saves what {@link packed} makes. Call it inside a transaction. */
export function insertApprovals(prepare: Prepare, packed: readonly Uint8Array[], at: string): void {
  const insert = prepare('INSERT INTO approvals (deposit_of, came_at, events) VALUES (?, ?, ?)')
  for (const bytes of packed) {
    for (const { depositOf, events } of listsIn(bytes)) insert.run(depositOf, at, events)
  }
}

/**
 * {@link InboxReading.findOtherApproval}. For a `deposit.approved` only the latest events are searched: an index over all
 * payments, for such a rare event, would cost a busy listener a quarter of its rate.
 */
export function findOtherApproval(
  prepare: Prepare,
  { event, paymentId }: Pick<Arrival, 'event' | 'paymentId'>,
): Taken['otherApproval'] {
  if (paymentId === null || !APPROVALS.includes(event)) return null
  const isDeposit = event === 'deposit.approved'
  const from = isDeposit
    ? `(SELECT * FROM deliveries ORDER BY id DESC LIMIT ${SEARCHED.deliveries}) WHERE event = 'payment.approved'`
    : "deliveries WHERE event = 'deposit.approved'"
  const row = prepare(
    `SELECT event, event_id AS eventId FROM ${from} AND payment_id = ? ORDER BY id LIMIT 1`,
  ).get(paymentId)
  if (row) return { event: String(row.event), eventId: row.eventId as string | null }
  const found = isDeposit ? latestOf(prepare, paymentId) : depositOf(prepare, paymentId)
  return found ? { event: found.event, eventId: found.eventId } : null
}

function depositOf(prepare: Prepare, paymentId: string): ChannelApproval | undefined {
  const row = prepare('SELECT events FROM approvals WHERE deposit_of = ? ORDER BY id LIMIT 1').get(paymentId)
  return row && approvalsIn(String(row.events))[0]
}

/** Only among the latest ones. */
function latestOf(prepare: Prepare, paymentId: string): ChannelApproval | undefined {
  const rows = prepare(
    `SELECT events FROM approvals WHERE deposit_of IS NULL ORDER BY id DESC LIMIT ${SEARCHED.lists}`,
  ).iterate() as unknown as Iterable<{ events: string }>
  const text = JSON.stringify(paymentId)
  let length = 0
  for (const { events } of rows) {
    const found = events.includes(text)
      ? approvalsIn(events).find(each => each.paymentId === paymentId)
      : undefined
    if (found) return found
    length += events.length
    if (length > LATEST_LENGTH) return undefined
  }
  return undefined
}

/** All approvals: first those of deliveries, then the others, each in order of arrival. */
export function* allApprovals(prepare: Prepare): Generator<Approval> {
  const select = prepare(
    `SELECT event, event_id, payment_id, delivery, received_at, body FROM deliveries
     WHERE event IN (${APPROVALS.map(() => '?').join(', ')}) AND payment_id IS NOT NULL ORDER BY id`,
  )
  const deliveries = asArrays(select).iterate(...APPROVALS) as unknown as Iterable<DeliveryFields>
  for (const [event, eventId, paymentId, delivery, receivedAt, body] of deliveries) {
    yield { event, eventId, paymentId, delivery, receivedAt, ...approvalFacts(dataOf(body)) }
  }
  const lists = prepare(
    'SELECT came_at AS receivedAt, events FROM approvals ORDER BY id',
  ).iterate() as unknown as Iterable<{ receivedAt: string; events: string }>
  for (const { receivedAt, events } of lists) {
    for (const each of approvalsIn(events)) yield { ...each, delivery: null, receivedAt }
  }
}
