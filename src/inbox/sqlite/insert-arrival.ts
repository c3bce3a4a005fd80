/** Saves arrivals, and decides which event is new and which one to forward. */

import { createHash } from 'node:crypto'
import type { Prepare } from '#lib/sqlite/statements.ts'
import type { Arrival, ForwardState, InsertResult } from '../arrival.ts'
import { accepted, sameEvent } from '../arrival.ts'
import { findOtherApproval } from './approvals.ts'
import type { Ids } from './ids.ts'
import { HAS_NAME, ofEvent, STATE } from './sql.ts'

/**
 * If an event has so many deliveries, another one is saved only if it must be forwarded: anyone who saw one can send it again
 * under any number of ids. One an hour is saved all the same, so that pruning knows that the event still arrives.
 */
const COPIES = 10
const NOT_SEEN = { seen: 0, handled: 0, handledSince: 0, enough: null as string | null }
/** Takes the id twice. */
const OF_EVENT = ofEvent('deliveries', '?')

/** {@link InboxWriting.insert}. Call it inside a transaction. */
export function insertArrival(prepare: Prepare, ids: Ids, arrival: Arrival): InsertResult {
  const { channel, delivery, event, eventId, paymentId, receivedAt, headers, body, againUpTo } = arrival
  const eventIsNew = eventId !== null && !ids.mayHave(eventId)
  const secret = eventIsNew ? (arrival.secret ?? null) : secretOf(prepare, arrival)
  const { keptAs, known } = nameOf(prepare, ids, arrival)
  const altered = keptAs !== delivery
  const { seen, handled, handledSince, enough } = eventIsNew ? NOT_SEEN : seenBefore(prepare, arrival, secret)
  const again = againUpTo !== undefined && !handledSince
  const forward = arrival.forward && (again || !handled) ? 'pending' : 'none'
  if (known === null && seen && enough !== null && forward === 'none') {
    return { ...accepted(enough, forward), verdict: 'duplicate', leftOut: true }
  }
  // `events tail` searches by itself when it shows the event. For a deposit it takes long, and anyone can resend one.
  const isSearched = channel === 'webhook' && !(known !== null && event === 'deposit.approved')
  const otherApproval = isSearched ? findOtherApproval(prepare, arrival) : null
  if (known !== null) {
    if (again) prepare("UPDATE deliveries SET forward = 'pending', parked = 0 WHERE id = ?").run(known.id)
    const forward = again ? 'pending' : known.forward
    return { verdict: 'duplicate', forward, otherApproval, altered, keptAs }
  }
  const given = altered ? delivery : null
  const { lastInsertRowid } = prepare(
    `INSERT INTO deliveries
       (channel, delivery, given, event, event_id, secret, payment_id, received_at, headers, body, forward)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(channel, keptAs, given, event, eventId, secret, paymentId, receivedAt, headers, body, forward)
  ids.add(lastInsertRowid, keptAs, eventId)
  return { verdict: seen ? 'duplicate' : 'accepted', forward, otherApproval, altered, keptAs }
}

/** The id to save an arrival under; and the same delivery, if it is already there. */
function nameOf(
  prepare: Prepare,
  ids: Ids,
  { channel, delivery, body }: Arrival,
): { keptAs: string; known: { id: number; forward: ForwardState } | null } {
  if (!ids.mayHave(delivery)) return { keptAs: delivery, known: null }
  const byName = prepare(`SELECT id, channel, ${STATE} AS forward, body FROM deliveries WHERE ${HAS_NAME}`)
  let keptAs = delivery
  for (let tries = 1; ; tries++) {
    const row = byName.get(keptAs, keptAs)
    if (!row) return { keptAs, known: null }
    const isSame = row.channel === channel && Buffer.compare(row.body as Uint8Array, body) === 0
    if (isSame) return { keptAs, known: row as { id: number; forward: ForwardState } }
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
    // A sender may have used an id of this form on purpose.
    keptAs = `${delivery}~${hash}${tries === 1 ? '' : `~${tries}`}`
  }
}

/** While a store changes its secret, an event may come with both: the bytes are the same, and the first one counts. */
function secretOf(prepare: Prepare, { eventId, secret = null, body }: Arrival): string | null {
  if (eventId === null || secret === null) return secret
  const row = prepare(
    `SELECT secret FROM deliveries WHERE ${OF_EVENT} AND secret IS NOT NULL AND (secret = ? OR body = ?)
     ORDER BY secret = ? DESC, id LIMIT 1`,
  ).get(eventId, eventId, secret, body, secret)
  return row ? String(row.secret) : secret
}

/**
 * Whether an arrival's channel has seen its event, and whether that was forwarded or is pending, perhaps since a mark; the id
 * of a delivery of it if there are {@link COPIES}.
 */
function seenBefore(
  prepare: Prepare,
  { channel, delivery, eventId, receivedAt, againUpTo = 0 }: Arrival,
  secret: string | null,
): typeof NOT_SEEN {
  if (eventId !== null) {
    const row = prepare(
      `SELECT max(channel = ?) AS seen, max(forward <> 'none') AS handled,
         max(forward <> 'none' AND id > ?) AS handledSince,
         CASE WHEN count(*) >= ${COPIES} AND max(received_at) > strftime('%FT%H:%M:%fZ', ?, '-1 hour')
           THEN min(delivery) END AS enough
       FROM deliveries, (SELECT ? AS secret) AS came
       WHERE ${OF_EVENT} AND ${sameEvent('deliveries', 'came')}`,
    ).get(channel, againUpTo, receivedAt, secret, eventId, eventId)
    return row as typeof NOT_SEEN
  }
  // Without an event id only the delivery id can say so, and only in the realtime channel, where pixctl makes it.
  if (channel !== 'realtime') return NOT_SEEN
  const row = prepare(
    `SELECT 1 AS seen, forward <> 'none' AS handled FROM deliveries WHERE ${HAS_NAME} AND channel = 'realtime'`,
  ).get(delivery, delivery)
  return { ...NOT_SEEN, ...row }
}
