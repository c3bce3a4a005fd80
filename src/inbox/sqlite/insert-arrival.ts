/** Saves arrivals. */

import { createHash } from 'node:crypto'
import type { Prepare } from '#lib/sqlite/statements.ts'
import type { Arrival, ForwardState, InsertResult } from '../arrival.ts'
import { accepted } from '../arrival.ts'
import { COPIES, decide, NOT_SEEN, type SeenBefore, sameEvent } from '../seen-before.ts'
import { findOtherApproval } from './approvals.ts'
import type { Ids } from './ids.ts'
import { HAS_NAME, ofEvent, STATE } from './sql.ts'

/** Takes the id twice. */
const OF_EVENT = ofEvent('deliveries', '?')

/** {@link InboxWriting.insert}. Call it inside a transaction. */
export function insertArrival(prepare: Prepare, ids: Ids, arrival: Arrival): InsertResult {
  const { channel, delivery, event, eventId, paymentId, receivedAt, headers, body } = arrival
  const eventIsNew = eventId !== null && !ids.mayHave(eventId)
  const secret = eventIsNew ? (arrival.secret ?? null) : secretOf(prepare, arrival)
  const { keptAs, known } = nameOf(prepare, ids, arrival)
  const before = eventIsNew ? NOT_SEEN : seenBefore(prepare, arrival, secret)
  const { again, leftOut, ...decided } = decide(arrival, before, known?.forward ?? null)
  if (leftOut) return { ...accepted(before.enough!, 'none'), ...decided, leftOut }
  // `events tail` searches by itself when it shows the event. For a deposit it takes long, and anyone can resend one.
  const isSearched = channel === 'webhook' && !(known !== null && event === 'deposit.approved')
  const otherApproval = isSearched ? findOtherApproval(prepare, arrival) : null
  const altered = keptAs !== delivery
  const result = { ...decided, otherApproval, altered, keptAs }
  if (known !== null) {
    if (again) prepare("UPDATE deliveries SET forward = 'pending', parked = 0 WHERE id = ?").run(known.id)
    return result
  }
  const given = altered ? delivery : null
  const { lastInsertRowid } = prepare(
    `INSERT INTO deliveries
       (channel, delivery, given, event, event_id, secret, payment_id, received_at, headers, body, forward)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(channel, keptAs, given, event, eventId, secret, paymentId, receivedAt, headers, body, decided.forward)
  ids.add(lastInsertRowid, keptAs, eventId)
  return result
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

function seenBefore(
  prepare: Prepare,
  { channel, delivery, eventId, receivedAt, againUpTo = 0 }: Arrival,
  secret: string | null,
): SeenBefore {
  const row =
    eventId !== null
      ? prepare(
          `SELECT max(channel = ?) AS seen, max(forward <> 'none') AS handled,
             max(forward <> 'none' AND id > ?) AS handledSince,
             CASE WHEN count(*) >= ${COPIES} AND max(received_at) > strftime('%FT%H:%M:%fZ', ?, '-1 hour')
               THEN min(delivery) END AS enough
           FROM deliveries, (SELECT ? AS secret) AS came
           WHERE ${OF_EVENT} AND ${sameEvent('deliveries', 'came')}`,
        ).get(channel, againUpTo, receivedAt, secret, eventId, eventId)
      : seenWithoutEvent(prepare, channel, delivery)
  const { seen, handled, handledSince, enough } = { ...NOT_SEEN, ...row }
  return { seen: Boolean(seen), handled: Boolean(handled), handledSince: Boolean(handledSince), enough }
}

/** Without an event id only the delivery id can say so, and only in the realtime channel, where pixctl makes it. */
function seenWithoutEvent(prepare: Prepare, channel: Arrival['channel'], delivery: string) {
  if (channel !== 'realtime') return NOT_SEEN
  const sql = `SELECT 1 AS seen, forward <> 'none' AS handled FROM deliveries WHERE ${HAS_NAME} AND channel = 'realtime'`
  return prepare(sql).get(delivery, delivery)
}
