/** Finds events, newest first, in slices: no statement takes long, and few bodies are in memory. */

import { setImmediate } from 'node:timers/promises'
import type { Span } from '#contract/charge-filter.ts'
import { approvalFacts } from '#contract/delivery.ts'
import type { Statements } from './engine.ts'
import type { Channel, EventFilter, EventQuery, ListedEvent } from './model.ts'
import { EVENT, FROM_EVENTS, matches } from './rows.ts'
import { dataOf, isFound, MAX_PARSED, searchValues } from './search.ts'
import { allOf, type Sql, sql } from './sql.ts'

/** So many events are looked at for a slice, and at most so many are in it. */
const LOOKS_AT = 2_000
const SLICE = 500

type Row = Omit<ListedEvent, 'channels' | 'amount' | 'description'> & {
  channel: Channel
  cameByBoth: number
  /** Null if it isn't needed, or too large. */
  body: Buffer | null
}

const CAME_BY_BOTH = sql`CASE WHEN EXISTS (
    SELECT 1 FROM arrivals AS other WHERE other.event = e.id AND other.channel <> a.channel
  ) THEN 1 ELSE 0 END AS "cameByBoth"`

/** {@link InboxReading.events}. @param own the condition that an event is of the profile */
export async function* listEvents(
  on: Statements,
  own: Sql,
  query: EventQuery,
): AsyncGenerator<ListedEvent[]> {
  const { search, paymentId, details } = query
  const conditions = allOf([own, ...conditionsOf(query)])
  const body =
    details || search !== undefined
      ? sql`CASE WHEN length(a.body) <= ${MAX_PARSED} THEN a.body END AS body`
      : sql`NULL AS body`
  let top = query.before ?? Number.MAX_SAFE_INTEGER
  for (let left = query.limit; left > 0; ) {
    // The events of a payment are few, and an index finds them.
    const bottom = paymentId === undefined ? await bottomOf(on, own, top) : 0
    if (bottom === null) return
    const most = search === undefined ? Math.min(left, SLICE) : SLICE
    const rows = await on.rows<Row>(
      sql`SELECT ${EVENT}, a.channel, ${CAME_BY_BOTH}, ${body} ${FROM_EVENTS}
        WHERE e.id < ${top} AND e.id >= ${bottom} AND ${conditions} ORDER BY e.id DESC LIMIT ${most}`,
    )
    const found = search === undefined ? rows : await searched(on, rows, search, left)
    left -= found.length
    if (found.length > 0) yield found.map(listed)
    if (rows.length === most) top = rows.at(-1)!.id
    else if (bottom === 0) return
    else top = bottom
    await setImmediate()
  }
}

/** The lowest number of a slice that begins before `top`; null if nothing is left. */
async function bottomOf(on: Statements, own: Sql, top: number): Promise<number | null> {
  const [row] = await on.rows<{ bottom: number | null }>(
    sql`SELECT min(id) AS bottom FROM (
      SELECT id FROM log_events WHERE ${own} AND id < ${top} ORDER BY id DESC LIMIT ${LOOKS_AT}) AS slice`,
  )
  return row?.bottom ?? null
}

function conditionsOf({ received, types, forward, paymentId }: EventFilter): Sql[] {
  return [
    ...receivedIn(received),
    ...(types ? [matches(sql`e.type`, types)] : []),
    ...(forward === undefined ? [] : [sql`e.forward = ${forward}`]),
    ...(paymentId === undefined ? [] : [sql`e.payment_id = ${paymentId}`]),
  ]
}

/** Whether an event `e` first arrived within a time. */
export function receivedIn({ from, before }: Span = {}): Sql[] {
  const iso = (ms: number) => new Date(ms).toISOString()
  return [
    ...(from === undefined ? [] : [sql`e.received_at >= ${iso(from)}`]),
    ...(before === undefined ? [] : [sql`e.received_at < ${iso(before)}`]),
  ]
}

/** Those that have the text, at most `most`. A large body is read by itself. */
async function searched(on: Statements, rows: readonly Row[], search: string, most: number): Promise<Row[]> {
  const [needle, amount] = searchValues(search)
  const found: Row[] = []
  for (const row of rows) {
    if (found.length === most) break
    const { id, delivery, type, eventId, paymentId } = row
    const ids = [delivery, type, eventId, paymentId].filter(text => text !== null).join('\n')
    const body = row.body ?? (await bodyOf(on, id))
    if (isFound(needle, amount, ids, body)) found.push(row)
  }
  return found
}

async function bodyOf(on: Statements, id: number): Promise<Uint8Array> {
  const [row] = await on.rows<{ body: Buffer }>(sql`SELECT a.body ${FROM_EVENTS} WHERE e.id = ${id}`)
  return row?.body ?? new Uint8Array()
}

function listed({ body, channel, cameByBoth, ...event }: Row): ListedEvent {
  const data = (body && dataOf(body)) as { description?: unknown } | null | undefined
  const description = typeof data?.description === 'string' ? data.description : null
  const channels: Channel[] = cameByBoth === 1 ? ['webhook', 'realtime'] : [channel]
  return { ...event, channels, amount: approvalFacts(data).amount, description }
}
