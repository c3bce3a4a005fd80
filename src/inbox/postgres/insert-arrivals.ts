/** Saves arrivals: a group of them with one call, in one commit. */

import { type Arrival, accepted, type InsertResult } from '../arrival.ts'
import { BinaryParameters } from './binary-parameters.ts'
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
  FROM pixctl.insert_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`
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

/** For the next group: a new Buffer for each is outside V8's heap, and makes V8 collect far more often. */
let spare: Buffer = Buffer.alloc(0)
/** Larger ones aren't kept. In bytes. */
const MAX_SPARE = 1024 * 1024

export async function insertArrivals(
  sql: Sql,
  profile: number,
  arrivals: readonly Arrival[],
  otherApproval: (arrival: Arrival) => Promise<InsertResult['otherApproval']>,
): Promise<InsertResult[]> {
  const keyed = sorted(arrivals.map((arrival, index) => keyedOf(profile, arrival, index + 1)))
  const results = arrivals.map(({ delivery, forward }) =>
    accepted(storable(delivery), forward ? 'pending' : 'none'),
  )
  for (const { place, duplicate, state, keptAs, approvesToo, leftOut } of await insert(sql, profile, keyed)) {
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

async function insert(sql: Sql, profile: number, keyed: readonly Keyed[]): Promise<readonly Row[]> {
  const parameters = new BinaryParameters(spare)
  spare = Buffer.alloc(0)
  write(parameters, keyed)
  const rows = await sql.rows<Row>(INSERT, [profile, ...parameters.values], TIMEOUT_MS)
  // It has been sent. If the statement failed, it may still be on its way.
  if (parameters.memory.length <= MAX_SPARE) spare = parameters.memory
  return rows
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

function write(values: BinaryParameters, all: readonly Keyed[]): void {
  const arrivals = all.map(({ arrival }) => arrival)
  const text = (value: string | null | undefined) => (value == null ? null : storable(value))
  values.integers(all.map(({ place }) => place))
  values.booleans(arrivals.map(({ channel }) => channel === 'realtime'))
  values.uuids(all.map(one => one.deliveryKey))
  values.uuids(all.map(one => one.eventKey))
  values.bigints(arrivals.map(paymentKeyOf))
  values.times(arrivals.map(({ receivedAt }) => receivedAt))
  values.booleans(arrivals.map(({ forward }) => forward))
  values.bigints(arrivals.map(({ againUpTo }) => againUpTo ?? null))
  values.texts(all.map(({ delivery }) => delivery))
  values.texts(arrivals.map(({ event }) => storable(event)))
  values.texts(all.map(({ eventId }) => eventId))
  values.texts(arrivals.map(({ secret }) => text(secret)))
  values.texts(arrivals.map(({ paymentId }) => text(paymentId)))
  values.texts(arrivals.map(({ headers }) => storable(headers)))
  values.blobs(arrivals.map(({ body }) => body))
}

/** Only what waits to be forwarded has one. */
function paymentKeyOf({ paymentId, forward, againUpTo }: Arrival): bigint | null {
  return paymentId !== null && (forward || againUpTo !== undefined) ? paymentKey(paymentId) : null
}
