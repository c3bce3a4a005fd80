/**
 * Whether an arrival is new, and what becomes of its event (docs/decisions/state.md#one-log): an arrival makes its event or
 * joins it, by the store and the key of the event. It is `accepted` as the first arrival over its channel, else `duplicate`.
 * Whether `events tail` has shown an event is a column of it.
 */

import { hash } from 'node:crypto'
import { APPROVALS } from '#contract/delivery.ts'
import type { Engine, MadeEvent, NewEvent, Statements } from './engine.ts'
import { type Arrival, type Channel, type Inserted, KEPT_ARRIVALS, type OtherApproval } from './model.ts'
import { list, sql } from './sql.ts'

/** The arrivals of one event in a group, in their order. */
interface OfOneEvent {
  event: NewEvent
  arrivals: Arrival[]
  places: number[]
}

/** Saves a group, in a transaction. Results in the same order. */
export async function insertGroup(
  engine: Pick<Engine, 'makeEvents'>,
  on: Statements,
  profile: number,
  group: readonly Arrival[],
): Promise<Inserted[]> {
  const all = byEvent(group)
  const events = all.map(({ event }) => event)
  const [made, others] = await Promise.all([
    engine.makeEvents(on, profile, events),
    otherApprovals(on, profile, group),
  ])
  const known = made.filter(({ arrivalCount }, index) => arrivalCount !== all[index]!.event.count)
  const keptBefore = known.length === 0 ? new Map<number, Kept>() : await keptOf(on, known)
  const results: Inserted[] = []
  for (const [index, { arrivals, places }] of all.entries()) {
    const { id, forward, shown } = made[index]!
    const counts = keptBefore.get(id) ?? { webhook: 0, realtime: 0 }
    const isNew = !keptBefore.has(id)
    for (const [n, arrival] of arrivals.entries()) {
      const { channel } = arrival
      const isFirst = counts[channel] === 0
      const place = counts.webhook + counts.realtime + 1
      const isKept = isFirst || place <= KEPT_ARRIVALS
      if (isKept) {
        counts[channel]++
        // The first one came with its event.
        if (!isNew || n > 0) await keep(on, id, place, arrival)
      }
      const verdict = isFirst ? 'accepted' : 'duplicate'
      const at = places[n]!
      results[at] = { id, verdict, forward, isShown: shown === 1, isKept, otherApproval: others[at]! }
    }
  }
  await forwardAgain(on, group, results)
  return results
}

/** For each event another one that approves the same charge; null without any. */
async function otherApprovals(
  on: Statements,
  profile: number,
  events: readonly Pick<Arrival, 'type' | 'paymentId'>[],
): Promise<(OtherApproval | null)[]> {
  const approving = events.filter(({ type, paymentId }) => paymentId !== null && APPROVALS.includes(type))
  if (approving.length === 0) return events.map(() => null)
  const payments = [...new Set(approving.map(({ paymentId }) => paymentId))]
  // Without a condition on the profile: PostgreSQL would read all that a profile has.
  const rows = await on.rows<OtherApproval & { paymentId: string; profile: number }>(
    sql`SELECT payment_id AS "paymentId", profile, type, CASE WHEN has_id = 1 THEN key END AS "eventId" FROM log_events
      WHERE payment_id IN ${list(payments)} AND type IN ${list(APPROVALS)} ORDER BY id`,
  )
  const own = rows.filter(row => row.profile === profile)
  const byPayment = Map.groupBy(own, ({ paymentId }) => paymentId)
  return events.map(({ type, paymentId }) => {
    const other = byPayment.get(paymentId ?? '')?.find(approval => approval.type !== type)
    return other && APPROVALS.includes(type) ? { type: other.type, eventId: other.eventId } : null
  })
}

/** In the order of their first arrivals, which is that of the events of a payment. */
function byEvent(group: readonly Arrival[]): OfOneEvent[] {
  const found = new Map<string, OfOneEvent>()
  for (const [place, given] of group.entries()) {
    const arrival = storableArrival(given)
    const { store, eventId, forward } = arrival
    const key = eventId ?? keyWithoutId(arrival)
    const name = `${store}\n${key}`
    const one = found.get(name)
    if (one) {
      one.event.count++
      if (forward) one.event.forward = 'pending'
      one.arrivals.push(arrival)
      one.places.push(place)
    } else {
      const state = forward ? 'pending' : 'none'
      const event: NewEvent = { ...arrival, key, hasId: eventId !== null, forward: state, count: 1 }
      found.set(name, { event, arrivals: [arrival], places: [place] })
    }
  }
  return [...found.values()]
}

/** The type is in it, because nothing signed may say it then. */
function keyWithoutId({ delivery, type, body }: Arrival): string {
  return `body-${hash('sha256', Buffer.concat([Buffer.from(`${delivery}\n${type}\n`), body]))}`
}

const LONGEST_TYPE = 200

/** With texts that every database can hold: PostgreSQL's have no zero character and no half of a surrogate pair. */
function storableArrival(arrival: Arrival): Arrival {
  const { delivery, type, headers } = arrival
  return {
    ...arrival,
    delivery: storable(delivery),
    type: storable(type.slice(0, LONGEST_TYPE)),
    headers: storable(headers),
  }
}

/** A text with escapes as in JSON for what some database can't hold. */
export function storable(text: string): string {
  if (!text.includes('\0') && text.isWellFormed()) return text
  return JSON.stringify(text).slice(1, -1)
}

async function keep(on: Statements, event: number, place: number, arrival: Arrival): Promise<void> {
  const { channel, delivery, receivedAt, headers, body } = arrival
  await on.rows(
    sql`INSERT INTO arrivals (event, place, channel, delivery, received_at, headers, body)
      VALUES (${event}, ${place}, ${channel}, ${delivery}, ${receivedAt}, ${headers}, ${body})`,
  )
}

type Kept = Record<Channel, number>

/** How many arrivals of each of these events are kept. */
async function keptOf(on: Statements, events: readonly MadeEvent[]): Promise<Map<number, Kept>> {
  const rows = await on.rows<{ event: number; channel: Channel; count: number }>(
    sql`SELECT event, channel, count(*) AS count FROM arrivals
      WHERE event IN ${list(events.map(({ id }) => id))} GROUP BY event, channel`,
  )
  const kept = new Map(events.map(({ id }) => [id, { webhook: 0, realtime: 0 }]))
  for (const { event, channel, count } of rows) kept.get(event)![channel] = count
  return kept
}

/** Makes those pending again that a replay brings, unless a target has accepted them since it began. */
async function forwardAgain(
  on: Statements,
  group: readonly Arrival[],
  results: readonly Inserted[],
): Promise<void> {
  for (const [index, { forward, againAfter }] of group.entries()) {
    const result = results[index]!
    if (!forward || againAfter === undefined || result.forward === 'pending') continue
    const again = await on.rows(
      sql`UPDATE log_events SET forward = 'pending' WHERE id = ${result.id} AND NOT EXISTS (
          SELECT 1 FROM attempts WHERE event = log_events.id AND id > ${againAfter} AND status BETWEEN 200 AND 299)
        RETURNING id`,
    )
    if (again.length > 0) result.forward = 'pending'
  }
}
