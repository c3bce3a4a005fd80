/** Saves arrivals, and decides which event is new and which one to forward. */

import { createHash } from 'node:crypto'
import type { Prepare } from '#lib/sqlite/statements.ts'
import type { Arrival, ForwardState, Taken } from '../arrival.ts'
import { sameEvent } from '../arrival.ts'
import { findOtherApproval } from './approvals.ts'
import type { KeptIds } from './kept-ids.ts'
import { STATE } from './sql.ts'

/** {@link InboxWriting.take}. Call it inside a transaction. */
export function insertArrival(prepare: Prepare, ids: KeptIds, arrival: Arrival): Taken {
  const { channel, delivery, event, eventId, paymentId, receivedAt, headers, body, againUpTo } = arrival
  const secret = secretOf(prepare, ids, arrival)
  const { keptAs, known } = nameOf(prepare, ids, arrival)
  const altered = keptAs !== delivery
  const { seen, handled } = seenBefore(prepare, ids, arrival, secret)
  // `events tail` searches by itself when it shows the event.
  const otherApproval = channel === 'realtime' ? null : findOtherApproval(prepare, ids, arrival)
  const again = againUpTo !== undefined && !handledSince(prepare, eventId, againUpTo)
  if (known !== null) {
    if (again) prepare("UPDATE deliveries SET forward = 'pending', parked = 0 WHERE delivery = ?").run(keptAs)
    return { verdict: 'duplicate', forward: again ? 'pending' : known, otherApproval, altered, keptAs }
  }
  const forward = arrival.forward && (again || !handled) ? 'pending' : 'none'
  const given = altered ? delivery : null
  const { lastInsertRowid } = prepare(
    `INSERT INTO deliveries
       (channel, delivery, given, event, event_id, secret, payment_id, received_at, headers, body, forward)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(channel, keptAs, given, event, eventId, secret, paymentId, receivedAt, headers, body, forward)
  ids.addDelivery(lastInsertRowid, { delivery: keptAs, event, eventId, paymentId })
  return { verdict: seen ? 'duplicate' : 'accepted', forward, otherApproval, altered, keptAs }
}

/** The id to save an arrival under; and the forward state of the same delivery, if it is already there. */
function nameOf(
  prepare: Prepare,
  ids: KeptIds,
  { channel, delivery, body }: Arrival,
): { keptAs: string; known: ForwardState | null } {
  if (!ids.mayHave('delivery', delivery)) return { keptAs: delivery, known: null }
  const byName = prepare(`SELECT channel, ${STATE} AS forward, body FROM deliveries WHERE delivery = ?`)
  let keptAs = delivery
  for (let tries = 1; ; tries++) {
    const row = byName.get(keptAs)
    if (!row) return { keptAs, known: null }
    const isSame = row.channel === channel && Buffer.compare(row.body as Uint8Array, body) === 0
    if (isSame) return { keptAs, known: row.forward as ForwardState }
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
    // A sender may have used an id of this form on purpose.
    keptAs = `${delivery}~${hash}${tries === 1 ? '' : `~${tries}`}`
  }
}

/** While a store changes its secret, an event may come with both: the bytes are the same, and the first one counts. */
function secretOf(prepare: Prepare, ids: KeptIds, { eventId, secret = null, body }: Arrival): string | null {
  if (eventId === null || secret === null || !ids.mayHave('event', eventId)) return secret
  const row = prepare(
    `SELECT secret FROM deliveries WHERE event_id = ? AND secret IS NOT NULL AND (secret = ? OR body = ?)
     ORDER BY secret = ? DESC, id LIMIT 1`,
  ).get(eventId, secret, body, secret)
  return row ? String(row.secret) : secret
}

/** Whether an arrival's channel has seen its event, and whether that was forwarded or is pending. */
function seenBefore(
  prepare: Prepare,
  ids: KeptIds,
  { channel, delivery, eventId }: Arrival,
  secret: string | null,
): { seen: boolean; handled: boolean } {
  if (eventId !== null) {
    if (!ids.mayHave('event', eventId)) return { seen: false, handled: false }
    const row = prepare(
      `SELECT max(channel = ?) AS seen, max(forward <> 'none') AS handled
       FROM deliveries AS kept, (SELECT ? AS secret) AS came
       WHERE event_id = ? AND ${sameEvent('kept', 'came')}`,
    ).get(channel, secret, eventId)
    return { seen: row?.seen === 1, handled: row?.handled === 1 }
  }
  // Without an event id only the delivery id can say so, and only in the realtime channel, where pixctl makes it.
  if (channel !== 'realtime') return { seen: false, handled: false }
  const row = prepare("SELECT forward FROM deliveries WHERE delivery = ? AND channel = 'realtime'").get(
    delivery,
  )
  return { seen: row !== undefined, handled: row !== undefined && row.forward !== 'none' }
}

function handledSince(prepare: Prepare, eventId: string | null, mark: number): boolean {
  if (eventId === null) return false
  const row = prepare(
    "SELECT 1 FROM deliveries WHERE event_id = ? AND id > ? AND forward <> 'none' LIMIT 1",
  ).get(eventId, mark)
  return row !== undefined
}
