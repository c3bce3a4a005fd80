/** How rows of deliveries are read. */

import type { QueryResultRow } from 'pg'
import type { Delivery } from '../arrival.ts'
import { iso } from './sql.ts'

/** The columns of a delivery `d`, with {@link LAST_ATTEMPT}. */
export const columns = (forward: string) =>
  `d.id, CASE WHEN d.realtime THEN 'realtime' ELSE 'webhook' END AS channel, d.delivery,
   coalesce(d.given, d.delivery) AS given, d.event, d.event_id AS "eventId", d.payment_id AS "paymentId",
   ${iso('d.received_at')} AS "receivedAt", ${forward} AS forward, coalesce(latest.attempt, 0) AS attempts,
   latest.status AS "lastStatus"`

export const LAST_ATTEMPT = `LEFT JOIN LATERAL (
    SELECT attempt, status FROM pixctl.attempts WHERE delivery_id = d.id ORDER BY attempt DESC LIMIT 1
  ) AS latest ON true`

/** What became of a delivery itself. */
const OWN_STATE = 'pixctl.state_name(pixctl.rank_of(d.profile_id, d.id, d.forward))'
/** What became of its event, whichever delivery was forwarded. */
export const EVENT_STATE = 'pixctl.event_state(d.profile_id, d.id, d.event_key, d.secret, d.forward)'
/** Whether its channel had seen its event before. */
export const VERDICT = `CASE WHEN pixctl.was_seen(d.id, d.event_key, d.secret, d.realtime)
  THEN 'duplicate' ELSE 'accepted' END`

export type DeliveryRow = Delivery & QueryResultRow

/** A whole delivery: of a table or function, with a condition. */
export const whole = (from: string, rest: string, forward = OWN_STATE) =>
  `SELECT ${columns(forward)}, d.headers, d.body FROM ${from} AS d ${LAST_ATTEMPT} ${rest}`
