/** What the statements of this folder share. */

import { sameEvent } from '../seen-before.ts'
import { hasHashOf } from './ids.ts'

/** What became of one delivery. A parked one is still `pending` in its column. */
export const STATE = "CASE WHEN parked = 1 THEN 'parked' ELSE forward END"

/** The deliveries that wait to be forwarded; their indexes have the same condition. */
export const PENDING = "forward = 'pending' AND parked = 0"

/** Whether a delivery is of the event with an id, which is an expression of SQL; one without an event id is of none. */
export const ofEvent = (table: string, eventId: string) =>
  `${hasHashOf(table, eventId)} AND ${table}.event_id = ${eventId}`

/** Whether a delivery has an id, which is given twice. */
export const HAS_NAME = `${hasHashOf('deliveries', '?')} AND delivery = ?`

/** The deliveries of an event. */
const OTHERS = `deliveries AS other
   WHERE ${ofEvent('other', 'deliveries.event_id')} AND ${sameEvent('other', 'deliveries')}`

/** Whether the event of a delivery came by the other channel too. */
export const CAME_BY_BOTH = `EXISTS (SELECT 1 FROM ${OTHERS} AND other.channel <> deliveries.channel)`

/** The first other delivery of the event that a target has accepted. */
export const ACCEPTED_OTHER = `(SELECT other.delivery FROM ${OTHERS} AND other.id <> deliveries.id AND EXISTS (
    SELECT 1 FROM attempts WHERE delivery_id = other.id AND status BETWEEN 200 AND 299)
  ORDER BY other.id LIMIT 1)`

/** Whether the event of a delivery was forwarded, by any delivery and over either channel. */
export const FORWARD = `coalesce(
  (SELECT CASE max(CASE WHEN other.parked = 1 THEN 1 WHEN other.forward = 'done' THEN 2 WHEN other.forward = 'pending' THEN 3 ELSE 0 END)
     WHEN 0 THEN 'none' WHEN 1 THEN 'parked' WHEN 2 THEN 'done' WHEN 3 THEN 'pending' END
   FROM ${OTHERS}),
  ${STATE})`

/** Whether the channel of a delivery had seen its event before. */
export const VERDICT = `CASE WHEN EXISTS (
    SELECT 1 FROM ${OTHERS} AND other.channel = deliveries.channel AND other.id < deliveries.id)
  THEN 'duplicate' ELSE 'accepted' END`

export const columns = (forward: string) =>
  `id, channel, delivery, coalesce(given, delivery) AS given, event, event_id AS eventId, payment_id AS paymentId,
  received_at AS receivedAt, ${forward} AS forward, attempts, last_status AS lastStatus`
