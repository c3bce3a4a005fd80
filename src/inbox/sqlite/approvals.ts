/** Events that approve a payment, in SQLite. */

import { APPROVALS, approvalFacts } from '#contract/delivery.ts'
import { asArrays, type Prepare } from '#lib/sqlite/statements.ts'
import { type Approval, type ChannelApproval, dataOf, SEARCHED } from '../approvals.ts'
import type { Arrival, InsertResult } from '../arrival.ts'

type DeliveryFields = [
  event: string,
  eventId: string | null,
  paymentId: string,
  delivery: string,
  receivedAt: string,
  body: Uint8Array,
]

/** Call it inside a transaction. */
export function insertApprovals(prepare: Prepare, approvals: readonly ChannelApproval[], at: string): void {
  const insert = prepare(
    `INSERT INTO approvals (event, event_id, payment_id, source, amount, net_amount, came_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const { event, eventId, paymentId, source, amount, netAmount } of approvals) {
    insert.run(event, eventId, paymentId, source, amount, netAmount, at)
  }
}

/**
 * {@link InboxReading.findOtherApproval}. For a `deposit.approved` only the latest arrivals are searched: an index over all
 * payments, for such a rare event, would cost a busy listener a quarter of its rate.
 */
export function findOtherApproval(
  prepare: Prepare,
  { event, paymentId }: Pick<Arrival, 'event' | 'paymentId'>,
): InsertResult['otherApproval'] {
  if (paymentId === null || !APPROVALS.includes(event)) return null
  for (const table of ['deliveries', 'approvals']) {
    const from =
      event === 'deposit.approved'
        ? `(SELECT * FROM ${table} ORDER BY id DESC LIMIT ${SEARCHED}) WHERE event = 'payment.approved'`
        : `${table} WHERE event = 'deposit.approved'`
    const row = prepare(
      `SELECT event, event_id AS eventId FROM ${from} AND payment_id = ? ORDER BY id LIMIT 1`,
    ).get(paymentId)
    if (row) return { event: String(row.event), eventId: row.eventId as string | null }
  }
  return null
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
  yield* prepare(
    `SELECT event, event_id AS eventId, payment_id AS paymentId, NULL AS delivery, came_at AS receivedAt, source, amount,
       net_amount AS netAmount FROM approvals ORDER BY id`,
  ).iterate() as unknown as Iterable<Approval>
}
