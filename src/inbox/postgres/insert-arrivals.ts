/** Saves arrivals: a group of them with one call, in one commit. */

import { type Arrival, accepted, type InsertResult } from '../arrival.ts'
import { keyOf, paymentKey, storable } from './keys.ts'
import type { Sql } from './sql.ts'

interface Keyed {
  /** Its place in the order of arrival, from 1. */
  place: number
  arrival: Arrival
  delivery: string
  eventId: string | null
  deliveryKey: string
  eventKey: string | null
}

const INSERT = `SELECT place, duplicate, state, kept_as AS "keptAs", approves_too AS "approvesToo", left_out AS "leftOut"
  FROM pixctl.insert_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`
/** Senders wait for the answer, and those behind them too; the service gives up soon. */
const TIMEOUT_MS = 5_000

/** One that isn't simply accepted. */
interface Row {
  place: number
  duplicate: boolean
  /** Null if its ids are new. */
  state: InsertResult['forward'] | null
  keptAs: string
  approvesToo: boolean
  leftOut: boolean
}

export async function insertArrivals(
  sql: Sql,
  profile: number,
  arrivals: readonly Arrival[],
  otherApproval: (arrival: Arrival) => Promise<InsertResult['otherApproval']>,
): Promise<InsertResult[]> {
  const keyed = sorted(arrivals.map((arrival, index) => keyedOf(profile, arrival, index + 1)))
  const rows = await sql.rows<Row>(INSERT, [profile, ...valuesOf(keyed)], TIMEOUT_MS)
  const results = arrivals.map(({ delivery, forward }) =>
    accepted(storable(delivery), forward ? 'pending' : 'none'),
  )
  for (const { place, duplicate, state, keptAs, approvesToo, leftOut } of rows) {
    const arrival = arrivals[place - 1]!
    const result = results[place - 1]!
    if (approvesToo) result.otherApproval = await otherApproval(arrival)
    if (state === null) continue
    result.verdict = duplicate ? 'duplicate' : 'accepted'
    result.forward = state
    result.keptAs = keptAs
    result.altered = !leftOut && keptAs !== storable(arrival.delivery)
    if (leftOut) result.leftOut = true
  }
  return results
}

function keyedOf(profile: number, arrival: Arrival, place: number): Keyed {
  const delivery = storable(arrival.delivery)
  const eventId = arrival.eventId === null ? null : storable(arrival.eventId)
  return {
    place,
    arrival,
    delivery,
    eventId,
    deliveryKey: keyOf(profile, delivery),
    eventKey: eventId === null ? null : keyOf(profile, eventId),
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

/** In the order of the function's parameters. The bodies are one value: pg writes an array of them in hexadecimal. */
function valuesOf(keyed: readonly Keyed[]): unknown[] {
  const arrivals = keyed.map(({ arrival }) => arrival)
  const text = (value: string | null | undefined) => (value == null ? null : storable(value))
  const bodies = arrivals.map(({ body }) => body)
  const starts: number[] = []
  let end = 1
  for (const { length } of bodies) {
    starts.push(end)
    end += length
  }
  return [
    keyed.map(({ place }) => place),
    arrivals.map(({ channel }) => channel === 'realtime'),
    keyed.map(({ deliveryKey }) => deliveryKey),
    keyed.map(({ eventKey }) => eventKey),
    arrivals.map(paymentKeyOf),
    arrivals.map(({ receivedAt }) => receivedAt),
    arrivals.map(({ forward }) => forward),
    arrivals.map(({ againUpTo }) => againUpTo ?? null),
    keyed.map(({ delivery }) => delivery),
    arrivals.map(({ event }) => storable(event)),
    keyed.map(({ eventId }) => eventId),
    arrivals.map(({ secret }) => text(secret)),
    arrivals.map(({ paymentId }) => text(paymentId)),
    arrivals.map(({ headers }) => storable(headers)),
    Buffer.concat(bodies),
    starts,
    bodies.map(({ length }) => length),
  ]
}

/** Only what waits to be forwarded has one. */
function paymentKeyOf({ paymentId, forward, againUpTo }: Arrival): bigint | null {
  return paymentId !== null && (forward || againUpTo !== undefined) ? paymentKey(paymentId) : null
}
