/** Saves arrivals: a group of them with one call, in one commit. */

import type { Arrival, Taken } from '../arrival.ts'
import { hashOf, lineOf } from '../shown.ts'
import { deliveryKey, eventKey, paymentKey, storable } from './keys.ts'
import { bigints, blobs, booleans, integers, texts, times, uuids } from './parameters.ts'
import type { Sql } from './sql.ts'

/** What the function `take` gives back of an arrival that isn't simply accepted. */
interface Noted {
  place: number
  duplicate: boolean
  seen_by_other: boolean
  /** Null if its ids are new. */
  state: Taken['forward'] | null
  kept_as: string | null
  approves_too: boolean
}

/** An arrival with its keys. */
interface Keyed {
  /** Its place in the order of arrival, from 1. */
  place: number
  arrival: Arrival
  delivery: string
  eventId: string | null
  deliveryKey: string
  eventKey: string | null
}

/** Senders wait for the answer, and those behind them too; the service gives up soon. */
const PATIENCE_MS = 5_000

const TAKE = `SELECT * FROM pixctl.take($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`

export async function takeGroup(
  sql: Sql,
  profile: number,
  arrivals: readonly Arrival[],
  otherApproval: (arrival: Arrival) => Promise<Taken['otherApproval']>,
): Promise<Taken[]> {
  const keyed = sorted(arrivals.map((arrival, index) => keyedOf(profile, arrival, index + 1)))
  const noted = await sql.rows<Noted & Record<string, unknown>>(
    TAKE,
    [profile, ...parametersOf(keyed)],
    PATIENCE_MS,
  )
  const taken = arrivals.map(simplyTaken)
  for (const { place, duplicate, seen_by_other, state, kept_as, approves_too } of noted) {
    const arrival = arrivals[place - 1]!
    const one = taken[place - 1]!
    one.seenByOther = seen_by_other
    if (approves_too) one.otherApproval = await otherApproval(arrival)
    if (state === null) continue
    one.verdict = duplicate ? 'duplicate' : 'accepted'
    one.forward = state
    one.keptAs = kept_as!
    one.altered = kept_as !== storable(arrival.delivery)
  }
  return taken
}

/** As it is if its ids are new. */
function simplyTaken({ delivery, forward }: Arrival): Taken {
  return {
    verdict: 'accepted',
    seenByOther: false,
    forward: forward ? 'pending' : 'none',
    otherApproval: null,
    altered: false,
    keptAs: storable(delivery),
  }
}

function keyedOf(profile: number, arrival: Arrival, place: number): Keyed {
  const delivery = storable(arrival.delivery)
  const eventId = arrival.eventId === null ? null : storable(arrival.eventId)
  return {
    place,
    arrival,
    delivery,
    eventId,
    deliveryKey: deliveryKey(profile, delivery),
    eventKey: eventId === null ? null : eventKey(profile, eventId),
  }
}

/** In the order in which all processes write and lock, so that they don't wait for each other in a circle. */
function sorted(arrivals: Keyed[]): Keyed[] {
  return arrivals.sort(
    (a, b) => compare(a.eventKey ?? a.deliveryKey, b.eventKey ?? b.deliveryKey) || a.place - b.place,
  )
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function parametersOf(all: readonly Keyed[]): Buffer[] {
  const each = <Value>(of: (arrival: Arrival) => Value) => all.map(({ arrival }) => of(arrival))
  const text = (value: string | null | undefined) => (value == null ? null : storable(value))
  return [
    integers(all.map(({ place }) => place)),
    booleans(each(({ channel }) => channel === 'realtime')),
    uuids(all.map(one => one.deliveryKey)),
    uuids(all.map(one => one.eventKey)),
    bigints(each(({ paymentId }) => (paymentId === null ? null : paymentKey(paymentId)))),
    times(each(({ receivedAt }) => receivedAt)),
    booleans(each(({ forward }) => forward)),
    bigints(each(({ againUpTo }) => againUpTo ?? null)),
    integers(each(({ eventId }) => (eventId === null ? 0 : hashOf(eventId)))),
    texts(all.map(unusualLine)),
    texts(all.map(({ delivery }) => delivery)),
    texts(each(({ event }) => storable(event))),
    texts(all.map(({ eventId }) => eventId)),
    texts(each(({ secret }) => text(secret))),
    texts(each(({ paymentId }) => text(paymentId))),
    texts(each(({ headers }) => storable(headers))),
    blobs(each(({ body }) => body)),
  ]
}

/** How the event's id is written among those that were shown, if the database can't say it. */
function unusualLine({ arrival, eventId }: Keyed): string | null {
  return eventId === null || eventId === arrival.eventId ? null : lineOf(arrival.eventId!)
}
