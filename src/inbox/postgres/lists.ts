/** Finds saved deliveries, newest first, in slices: no statement takes long, and no answer is large. */

import type { QueryResultRow } from 'pg'
import type { DeliveryFilter, DeliveryQuery, ListedDelivery, ReplayChoice } from '../arrival.ts'
import { isFound, type ListedRow, listedOf, MAX_PARSED, searchValues } from '../search.ts'
import { sameEvent } from '../seen-before.ts'
import { likePattern, storable } from './keys.ts'
import { columns, EVENT_STATE, LAST_ATTEMPT, type Sql, VERDICT } from './sql.ts'

/** A slice has at most so many deliveries. */
const SLICE = 500
/** How many deliveries a slice looks at; and if bodies are searched, their number and their bytes. */
const LOOKS_AT = 2_000
const SEARCHES = { deliveries: 500, bytes: 2 * 1024 * 1024 }

type Row = ListedRow & { body: Buffer | null } & QueryResultRow
/** What is searched of a delivery. */
type Searched = Pick<Row, 'delivery' | 'event' | 'eventId' | 'paymentId' | 'body'> & QueryResultRow

/** {@link InboxReading.deliveries}. The slices aren't empty. */
export async function* listDeliveries(
  sql: Sql,
  profile: number,
  query: DeliveryQuery,
): AsyncGenerator<ListedDelivery[]> {
  const { search, paymentId } = query
  const ids = paymentId === undefined ? undefined : await ofPayment(sql, profile, paymentId)
  const { text, values } = listing(query, ids)
  let top = query.before ?? Number.MAX_SAFE_INTEGER
  for (let left = query.limit; left > 0; ) {
    const bottom = ids ? bottomOf(ids, top) : await bottomOfSlice(sql, profile, top, search !== undefined)
    if (bottom === null) return
    const most = search === undefined ? Math.min(left, SLICE) : SEARCHES.deliveries
    const rows = await sql.rows<Row>(text, [profile, top, bottom, most, ...values])
    top = search === undefined && rows.length === most ? rows.at(-1)!.id : bottom
    const matching =
      search === undefined ? rows : await searched(sql, profile, rows, { ...query, limit: left })
    const found = matching.map(row => listed(row, query))
    left -= found.length
    if (found.length > 0) yield found
  }
}

/** {@link InboxReading.toReplay}. The slices aren't empty. */
export async function* chosenFor(
  sql: Sql,
  profile: number,
  choice: ReplayChoice,
  mark: number,
): AsyncGenerator<string[]> {
  const { text, values } =
    choice.which === 'since' ? chosenSince(choice) : { text: chosenFrom(TABLES[choice.which]), values: [] }
  for (let last = 0; ; ) {
    const rows = await sql.rows<{ id: number; delivery: string; wanted: boolean }>(text, [
      profile,
      last,
      mark,
      LOOKS_AT,
      ...values,
    ])
    if (rows.length === 0) return
    last = rows.at(-1)!.id
    const wanted = rows.filter(row => row.wanted).map(({ delivery }) => delivery)
    if (wanted.length > 0) yield wanted
  }
}

/** {@link InboxReading.paymentsWith}. */
export async function paymentsWith(
  sql: Sql,
  profile: number,
  prefix: string,
  most: number,
): Promise<string[]> {
  if ((await ofPayment(sql, profile, prefix)).length > 0) return [prefix]
  const found = new Set<string>()
  for (let top = Number.MAX_SAFE_INTEGER; ; ) {
    const bottom = await bottomOfSlice(sql, profile, top, false)
    if (bottom === null) return [...found].sort()
    const rows = await sql.rows<{ id: string }>(
      `SELECT DISTINCT payment_id AS id FROM pixctl.deliveries
       WHERE profile_id = $1 AND id < $2 AND id >= $3 AND starts_with(payment_id, $4)`,
      [profile, top, bottom, storable(prefix)],
    )
    for (const { id } of rows) if (found.size < most) found.add(id)
    top = bottom
  }
}

/** The deliveries of a payment, newest first. The index on payments is only used if nothing else is asked for. */
async function ofPayment(sql: Sql, profile: number, paymentId: string): Promise<number[]> {
  const rows = await sql.rows<{ id: number }>(
    `WITH found AS MATERIALIZED (SELECT id, profile_id FROM pixctl.deliveries WHERE payment_id = $2)
     SELECT id FROM found WHERE profile_id = $1 ORDER BY id DESC`,
    [profile, storable(paymentId)],
  )
  return rows.map(({ id }) => id)
}

/** Where a slice ends that begins before `top`; null if nothing is left. */
async function bottomOfSlice(
  sql: Sql,
  profile: number,
  top: number,
  isSearch: boolean,
): Promise<number | null> {
  if (!isSearch) {
    const row = await sql.row<{ id: number | null }>(
      `SELECT min(id) AS id FROM (
         SELECT id FROM pixctl.deliveries WHERE profile_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3) AS slice`,
      [profile, top, LOOKS_AT],
    )
    return row!.id
  }
  const { deliveries, bytes } = SEARCHES
  const sizes = await sql.rows<{ id: number; size: number }>(
    `SELECT id, octet_length(body) AS size FROM pixctl.deliveries
     WHERE profile_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`,
    [profile, top, deliveries],
  )
  let sum = 0
  for (const { id, size } of sizes) {
    sum += size
    if (sum > bytes) return id
  }
  return sizes.at(-1)?.id ?? null
}

async function searched(
  sql: Sql,
  profile: number,
  rows: readonly Row[],
  query: DeliveryQuery,
): Promise<Row[]> {
  const [needle, amount] = searchValues(query.search!)
  const matches = ({ delivery, event, eventId, paymentId, body }: Searched) => {
    const ids = [delivery, event, eventId, paymentId].filter(id => id !== null).join('\n')
    return isFound(needle, amount, ids, body!)
  }
  const found: Row[] = []
  for (const row of rows) {
    if (found.length === query.limit) break
    if (!matches(row)) continue
    const webhooks = query.mergeChannels ? await webhooksOf(sql, profile, row, query) : []
    if (!webhooks.some(matches)) found.push(row)
  }
  return found
}

/** If an event came over the realtime channel: its webhooks that match what is asked of them beside the search. */
async function webhooksOf(
  sql: Sql,
  profile: number,
  { id, channel }: Row,
  { received, types }: DeliveryQuery,
): Promise<Searched[]> {
  if (channel !== 'realtime') return []
  const { conditions, values } = ownConditions({ received, types }, 3)
  return sql.rows<Searched>(
    `SELECT w.delivery, w.event, w.event_id AS "eventId", w.payment_id AS "paymentId", w.body
     FROM pixctl.deliveries AS d CROSS JOIN LATERAL pixctl.of_event(d.event_key) AS w
     WHERE ${['d.profile_id = $1', 'd.id = $2', 'NOT w.realtime', ...conditions('w')].join(' AND ')}`,
    [profile, id, ...values],
  )
}

function listed({ body, ...row }: Row, { details }: DeliveryQuery): ListedDelivery {
  const isRead = details && body !== null && body.length <= MAX_PARSED
  return listedOf({ ...row, body: isRead ? body : null })
}

/** Where a slice of these deliveries ends; null if none is left. */
function bottomOf(ids: readonly number[], top: number): number | null {
  const slice = ids.filter(id => id < top).slice(0, SEARCHES.deliveries)
  return slice.at(-1) ?? null
}

/** Whether the events of deliveries decide which ones match. */
function asksEvents({ forward, verdict }: DeliveryFilter): boolean {
  return forward !== undefined || verdict !== undefined
}

/**
 * The statement for a slice. Its first values are the profile, the deliveries it lies between, and how many it may give.
 * What became of an event is looked up once, although it may have been delivered thousands of times.
 */
function listing(
  query: DeliveryQuery,
  ids: readonly number[] | undefined,
): { text: string; values: unknown[] } {
  const { conditions, eventConditions, values } = conditionsOf(query, ids)
  const text = `
    WITH d AS MATERIALIZED (
      SELECT id, received_at, event_key, profile_id, realtime, forward, delivery, given, event, event_id, secret, payment_id
      FROM pixctl.deliveries AS d
      WHERE ${['profile_id = $1', 'id < $2', 'id >= $3', ...conditions].join(' AND ')}
      ORDER BY id DESC ${asksEvents(query) ? '' : 'LIMIT $4'}
    ), listed AS (
      SELECT ${columns(EVENT_STATE)}, ${VERDICT} AS verdict FROM d ${LAST_ATTEMPT}
    )
    SELECT listed.*, ${bodyFor(query)} AS body, ${query.details ? DETAILS : NO_DETAILS}
    FROM listed JOIN d ON d.id = listed.id
    WHERE ${['true', ...eventConditions].join(' AND ')} ORDER BY listed.id DESC LIMIT $4`
  return { text, values }
}

/** Whether its event came by the other channel too, and the first other delivery of it that a target has accepted. */
const DETAILS = `EXISTS (
    SELECT FROM pixctl.of_event(d.event_key) AS o WHERE o.realtime <> d.realtime AND ${sameEvent('o', 'd')}
  ) AS "cameByBoth", (
    SELECT o.delivery FROM pixctl.of_event(d.event_key) AS o
    WHERE o.id <> d.id AND ${sameEvent('o', 'd')} AND EXISTS (
      SELECT FROM pixctl.attempts AS a WHERE a.delivery_id = o.id AND a.status BETWEEN 200 AND 299)
    ORDER BY o.id LIMIT 1
  ) AS "acceptedOther"`
const NO_DETAILS = 'false AS "cameByBoth", NULL AS "acceptedOther"'

function bodyFor({ search, details }: DeliveryQuery): string {
  if (search === undefined && !details) return 'NULL::bytea'
  const fits = search === undefined ? `AND octet_length(body) <= ${MAX_PARSED}` : ''
  return `(SELECT body FROM pixctl.deliveries WHERE profile_id = $1 AND id = listed.id ${fits})`
}

function conditionsOf(
  { received, types, forward, verdict, mergeChannels, search }: DeliveryQuery,
  ids: readonly number[] | undefined,
): { conditions: string[]; eventConditions: string[]; values: unknown[] } {
  const own = ownConditions({ received, types, ids }, 5)
  const [conditions, values] = [own.conditions('d'), [...own.values]]
  // A search looks at the webhooks by itself.
  if (mergeChannels && search === undefined) {
    conditions.push(`NOT (d.realtime AND EXISTS (
      SELECT FROM pixctl.of_event(d.event_key) AS w
      WHERE ${['NOT w.realtime', ...own.conditions('w')].join(' AND ')}))`)
  }
  const eventConditions: string[] = []
  for (const [column, value] of Object.entries({ verdict, forward })) {
    if (value !== undefined) eventConditions.push(`listed.${column} = $${4 + values.push(value)}`)
  }
  return { conditions, eventConditions, values }
}

interface OwnFilter extends Pick<DeliveryFilter, 'received' | 'types'> {
  ids?: readonly number[] | undefined
}

/**
 * What is asked of a delivery itself, for a table, and not of its event.
 *
 * @param first the number of the first value
 */
function ownConditions(
  { received, types, ids }: OwnFilter,
  first: number,
): { conditions(table: string): string[]; values: unknown[] } {
  const parts: string[] = []
  const values: unknown[] = []
  const next = (value: unknown) => `$${first - 1 + values.push(value)}`
  if (ids !== undefined) parts.push(`id = ANY (${next(ids)}::bigint[])`)
  if (received?.from !== undefined)
    parts.push(`received_at >= ${next(new Date(received.from).toISOString())}`)
  if (received?.before !== undefined)
    parts.push(`received_at < ${next(new Date(received.before).toISOString())}`)
  if (types) parts.push(`event LIKE ANY (${next(types.map(type => likePattern(storable(type))))}::text[])`)
  return { conditions: table => parts.map(part => `${table}.${part}`), values }
}

const TABLES = { pending: 'queue', parked: 'parked' } as const

function chosenFrom(table: string): string {
  return `SELECT d.id, d.delivery, NOT EXISTS (
      SELECT FROM pixctl.of_event(d.event_key) AS other
      JOIN pixctl.${table} AS too ON too.profile_id = $1 AND too.delivery_id = other.id
      WHERE other.id < d.id AND ${sameEvent('other', 'd')}) AS wanted
    FROM (
      SELECT delivery_id FROM pixctl.${table} WHERE profile_id = $1 AND delivery_id > $2 AND delivery_id <= $3
      ORDER BY delivery_id LIMIT $4
    ) AS slice JOIN pixctl.deliveries AS d ON d.profile_id = $1 AND d.id = slice.delivery_id
    ORDER BY d.id`
}

function chosenSince({ received, exceptPending }: Extract<ReplayChoice, { which: 'since' }>) {
  const { conditions, values } = ownConditions({ received }, 5)
  const isWanted = (table: string) => conditions(table).join(' AND ')
  const text = `SELECT d.id, d.delivery, ${isWanted('d')} ${exceptPending ? `AND ${EVENT_STATE} <> 'pending'` : ''} AND NOT EXISTS (
      SELECT FROM pixctl.of_event(d.event_key) AS other
      WHERE other.id < d.id AND ${isWanted('other')} AND ${sameEvent('other', 'd')}) AS wanted
    FROM pixctl.deliveries AS d
    WHERE d.profile_id = $1 AND d.id > $2 AND d.id <= $3 ORDER BY d.id LIMIT $4`
  return { text, values }
}
