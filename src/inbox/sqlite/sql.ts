/** What the statements of this folder share. */

import { sameEvent } from '../arrival.ts'

/** What became of one delivery. A parked one is still `pending` in its column. */
export const STATE = "CASE WHEN parked = 1 THEN 'parked' ELSE forward END"

/** The deliveries that wait to be forwarded; their indexes have the same condition. */
export const PENDING = "forward = 'pending' AND parked = 0"

/** Whether the event of a delivery was forwarded, by any delivery and over either channel. */
export const FORWARD = `coalesce(
  (SELECT CASE max(CASE WHEN other.parked = 1 THEN 1 WHEN other.forward = 'done' THEN 2 WHEN other.forward = 'pending' THEN 3 ELSE 0 END)
     WHEN 0 THEN 'none' WHEN 1 THEN 'parked' WHEN 2 THEN 'done' WHEN 3 THEN 'pending' END
   FROM deliveries AS other
   WHERE other.event_id = deliveries.event_id AND ${sameEvent('other', 'deliveries')}),
  ${STATE})`

/** Whether the channel of a delivery had seen its event before. */
export const VERDICT = `CASE WHEN EXISTS (
    SELECT 1 FROM deliveries AS other
    WHERE other.event_id = deliveries.event_id AND other.channel = deliveries.channel AND other.id < deliveries.id
      AND ${sameEvent('other', 'deliveries')})
  THEN 'duplicate' ELSE 'accepted' END`

export const columns = (forward: string) =>
  `id, channel, delivery, coalesce(given, delivery) AS given, event, event_id AS eventId, payment_id AS paymentId,
  received_at AS receivedAt, ${forward} AS forward, attempts, last_status AS lastStatus`
