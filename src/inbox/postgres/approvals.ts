/** Events that approve a payment: deliveries, and what came over the realtime channel. */

import type { QueryResultRow } from 'pg'
import { APPROVALS, type ApprovalFacts, approvalFacts } from '#contract/delivery.ts'
import { type Approval, dataOf, SEARCHED } from '../approvals.ts'
import type { Arrival, InsertResult } from '../arrival.ts'
import { storable } from './keys.ts'
import { iso, type Sql } from './sql.ts'

/** In rows. */
const SLICE = 1000

type Found = InsertResult['otherApproval']

/** {@link InboxReading.findOtherApproval}. */
export async function findOtherApproval(
  sql: Sql,
  profile: number,
  { event, paymentId }: Pick<Arrival, 'event' | 'paymentId'>,
): Promise<Found> {
  if (paymentId === null || !APPROVALS.includes(event)) return null
  const statement = event === 'deposit.approved' ? PAYMENT : DEPOSIT
  for (const table of ['deliveries', 'approvals'] as const) {
    const row = await sql.row<NonNullable<Found>>(statement(table), [profile, storable(paymentId)])
    if (row) return row
  }
  return null
}

const PAYMENT = (table: 'deliveries' | 'approvals') => `SELECT event, event_id AS "eventId" FROM (
    SELECT id, event, event_id, payment_id FROM pixctl.${table}
    WHERE profile_id = $1 ORDER BY id DESC LIMIT ${SEARCHED}
  ) AS latest WHERE event = 'payment.approved' AND payment_id = $2 ORDER BY id LIMIT 1`
const DEPOSIT = (
  table: 'deliveries' | 'approvals',
) => `SELECT event, event_id AS "eventId" FROM pixctl.${table}
  WHERE profile_id = $1 AND event = 'deposit.approved' AND md5(payment_id) = md5($2) AND payment_id = $2
  ORDER BY id LIMIT 1`

/** All approvals: first those of deliveries, then the others, each in order of arrival. */
export async function* allApprovals(sql: Sql, profile: number): AsyncGenerator<Approval> {
  for (let last = 0; ; ) {
    const end = await sql.row<{ id: number | null }>(
      `SELECT max(id) AS id FROM (SELECT id FROM pixctl.deliveries WHERE profile_id = $1 AND id > $2
       ORDER BY id LIMIT ${SLICE}) AS slice`,
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
    const rows = await sql.rows<Approval & { id: number }>(
      `SELECT id, event, event_id AS "eventId", payment_id AS "paymentId", NULL AS delivery,
         ${iso('came_at')} AS "receivedAt", source, amount, net_amount AS "netAmount"
       FROM pixctl.approvals WHERE profile_id = $1 AND id > $2 ORDER BY id LIMIT ${SLICE}`,
      [profile, last],
    )
    if (rows.length === 0) return
    for (const { id, ...approval } of rows) {
      yield approval
      last = id
    }
  }
}
