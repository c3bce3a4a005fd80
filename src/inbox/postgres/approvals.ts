/** Events that approve a payment: deliveries, and what came over the realtime channel. */

import type { QueryResultRow } from 'pg'
import { APPROVALS, type ApprovalFacts, approvalFacts } from '#contract/delivery.ts'
import { type Approval, approvalsIn, dataOf, SEARCHED } from '../approvals.ts'
import type { Arrival, Taken } from '../arrival.ts'
import { storable } from './keys.ts'
import { iso, type Sql } from './sql.ts'

const SLICE = { deliveries: 1000, lists: 500 }

type Found = Taken['otherApproval']

/** {@link InboxReading.findOtherApproval}. */
export async function findOtherApproval(
  sql: Sql,
  profile: number,
  { event, paymentId }: Pick<Arrival, 'event' | 'paymentId'>,
): Promise<Found> {
  if (paymentId === null || !APPROVALS.includes(event)) return null
  const payment = storable(paymentId)
  const isDeposit = event === 'deposit.approved'
  const found = await sql.row<NonNullable<Found>>(isDeposit ? PAYMENT : DEPOSIT, [profile, payment])
  if (found) return found
  const list = await sql.row<{ events: string }>(isDeposit ? LIST_WITH : LIST_OF_DEPOSIT, [
    profile,
    isDeposit ? JSON.stringify(paymentId) : payment,
  ])
  const approval = list && approvalsIn(list.events).find(each => each.paymentId === paymentId)
  return approval ? { event: approval.event, eventId: approval.eventId } : null
}

const PAYMENT = `SELECT event, event_id AS "eventId" FROM (
    SELECT id, event, event_id, payment_id FROM pixctl.deliveries
    WHERE profile_id = $1 ORDER BY id DESC LIMIT ${SEARCHED.deliveries}
  ) AS latest WHERE event = 'payment.approved' AND payment_id = $2 ORDER BY id LIMIT 1`
const DEPOSIT = `SELECT event, event_id AS "eventId" FROM pixctl.deliveries
  WHERE profile_id = $1 AND event = 'deposit.approved' AND md5(payment_id) = md5($2) AND payment_id = $2
  ORDER BY id LIMIT 1`
const LIST_WITH = `SELECT events FROM (
    SELECT id, events FROM pixctl.approvals
    WHERE profile_id = $1 AND deposit_of IS NULL ORDER BY id DESC LIMIT ${SEARCHED.lists}
  ) AS latest WHERE strpos(events, $2) > 0 ORDER BY id DESC LIMIT 1`
const LIST_OF_DEPOSIT = `SELECT events FROM pixctl.approvals
  WHERE profile_id = $1 AND md5(deposit_of) = md5($2) AND deposit_of = $2 ORDER BY id LIMIT 1`

/** All approvals: first those of deliveries, then the others, each in order of arrival. */
export async function* allApprovals(sql: Sql, profile: number): AsyncGenerator<Approval> {
  for (let last = 0; ; ) {
    const end = await sql.row<{ id: number | null }>(
      `SELECT max(id) AS id FROM (SELECT id FROM pixctl.deliveries WHERE profile_id = $1 AND id > $2
       ORDER BY id LIMIT ${SLICE.deliveries}) AS slice`,
      [profile, last],
    )
    if (end?.id == null) break
    const rows = await sql.rows<Omit<Approval, keyof ApprovalFacts> & { body: Buffer } & QueryResultRow>(
      `SELECT event, event_id AS "eventId", payment_id AS "paymentId", delivery, ${iso('received_at')} AS "receivedAt",
         body
       FROM pixctl.deliveries
       WHERE profile_id = $1 AND id > $2 AND id <= $3 AND event = ANY ($4) AND payment_id IS NOT NULL ORDER BY id`,
      [profile, last, end.id, APPROVALS],
    )
    for (const { body, ...delivery } of rows) yield { ...delivery, ...approvalFacts(dataOf(body)) }
    last = end.id
  }
  for (let last = 0; ; ) {
    const rows = await sql.rows<{ id: number; receivedAt: string; events: string }>(
      `SELECT id, ${iso('came_at')} AS "receivedAt", events FROM pixctl.approvals
       WHERE profile_id = $1 AND id > $2 ORDER BY id LIMIT ${SLICE.lists}`,
      [profile, last],
    )
    if (rows.length === 0) return
    for (const { receivedAt, events } of rows) {
      for (const each of approvalsIn(events)) yield { ...each, delivery: null, receivedAt }
    }
    last = rows.at(-1)!.id
  }
}
