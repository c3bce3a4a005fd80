/** Finds saved deliveries, newest first, in slices: between two of them other work of the process goes on. */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { endOfPrefix, type Prepare } from '#lib/sqlite/statements.ts'
import type { DeliveryFilter, DeliveryQuery, ListedDelivery, ReplayChoice } from '../arrival.ts'
import { isFound, type ListedRow, listedOf, MAX_PARSED, searchValues } from '../search.ts'
import { sameEvent } from '../seen-before.ts'
import { ACCEPTED_OTHER, CAME_BY_BOTH, columns, FORWARD, ofEvent, VERDICT } from './sql.ts'

const isFoundIn = (table: string) =>
  `is_found(?, ?, concat_ws(char(10), ${table}.delivery, ${table}.event, ${table}.event_id, ${table}.payment_id),
     ${table}.body)`

const DETAILS = `CASE WHEN length(body) <= ${MAX_PARSED} THEN body END AS body,
  ${CAME_BY_BOTH} AS cameByBoth, ${ACCEPTED_OTHER} AS acceptedOther`
const NO_DETAILS = 'NULL AS body, 0 AS cameByBoth, NULL AS acceptedOther'

/** A slice of a list looks at so many deliveries: what became of the event of each takes some 10 µs. */
const SLICE = 500
/** How many a slice looks at if it asks less of each, and how many if their bodies are searched: their number, and their bytes. */
const LOOKS_AT = 2000
const SEARCHES = { deliveries: 200, bytes: 1024 * 1024 }

/** SQLite calls it by itself, so that only what is found is copied out of it. */
export function addFunctions(database: DatabaseSync): void {
  database.function('is_found', (needle, amount, ids, body) =>
    isFound(String(needle), amount as number | null, String(ids), body as Uint8Array) ? 1 : 0,
  )
}

/** {@link InboxReading.deliveries}. The slices aren't empty. */
export async function* listDeliveries(
  prepare: Prepare,
  query: DeliveryQuery,
): AsyncGenerator<ListedDelivery[]> {
  const { conditions, values } = conditionsOf(query)
  const rows = prepare(
    `SELECT ${columns(FORWARD)}, ${VERDICT} AS verdict, ${query.details ? DETAILS : NO_DETAILS} FROM deliveries
     WHERE ${['id < ?', 'id >= ?', ...conditions].join(' AND ')} ORDER BY id DESC LIMIT ?`,
  )
  let top = Math.min(query.before ?? Number.POSITIVE_INFINITY, newestOf(prepare) + 1)
  for (let left = query.limit; left > 0 && top > 1; ) {
    const bottom = query.search === undefined ? Math.max(1, top - SLICE) : bottomOfSearch(prepare, top)
    const most = Math.min(left, SLICE)
    const found = rows.all(top, bottom, ...values, most) as unknown as ListedRow[]
    top = found.length === most ? found.at(-1)!.id : bottom
    left -= found.length
    if (found.length > 0) yield found.map(listedOf)
    await setImmediate()
  }
}

/** {@link InboxReading.idsWith} and {@link InboxReading.paymentsWith}. */
export async function idsWith(
  prepare: Prepare,
  column: 'delivery' | 'payment_id',
  prefix: string,
  most: number,
): Promise<string[]> {
  const rows = prepare(
    `SELECT DISTINCT ${column} AS id FROM deliveries
     WHERE id < ? AND id >= ? AND ${column} >= ? AND ${column} < ?`,
  )
  const found = new Set<string>()
  for (let top = newestOf(prepare) + 1; top > 1; top -= LOOKS_AT) {
    for (const { id } of rows.all(top, top - LOOKS_AT, prefix, endOfPrefix(prefix))) {
      if (id === prefix) return [prefix]
      if (found.size < most) found.add(String(id))
    }
    await setImmediate()
  }
  return [...found].sort()
}

export function newestOf(prepare: Prepare): number {
  return Number(prepare('SELECT coalesce(max(id), 0) AS id FROM deliveries').get()?.id)
}

/** Where a slice that is searched ends, so that it takes no longer if the bodies are large. */
function bottomOfSearch(prepare: Prepare, top: number): number {
  const { deliveries, bytes } = SEARCHES
  const sizes = prepare(
    'SELECT id, length(body) AS size FROM deliveries WHERE id < ? ORDER BY id DESC LIMIT ?',
  ).all(top, deliveries) as { id: number; size: number }[]
  let sum = 0
  for (const { id, size } of sizes) {
    sum += size
    if (sum > bytes) return id
  }
  return sizes.length < deliveries ? 1 : sizes.at(-1)!.id
}

interface Conditions {
  conditions: string[]
  values: SQLInputValue[]
}

function conditionsOf({ forward, verdict, mergeChannels, ...filter }: DeliveryQuery): Conditions {
  const { conditions, values } = ownConditions(filter, 'deliveries')
  // The most expensive ones last.
  if (mergeChannels) {
    const webhook = ownConditions(filter, 'webhook')
    const matches = ["webhook.channel = 'webhook'", ...webhook.conditions].join(' AND ')
    conditions.push(`NOT (deliveries.channel = 'realtime' AND EXISTS (
      SELECT 1 FROM deliveries AS webhook WHERE ${ofEvent('webhook', 'deliveries.event_id')} AND ${matches}))`)
    values.push(...webhook.values)
  }
  if (verdict !== undefined) {
    conditions.push(`${VERDICT} = ?`)
    values.push(verdict)
  }
  if (forward !== undefined) {
    conditions.push(`${FORWARD} = ?`)
    values.push(forward)
  }
  return { conditions, values }
}

/** What is asked of a delivery itself, and not of its event. */
function ownConditions({ received, types, paymentId, search }: DeliveryFilter, table: string): Conditions {
  const conditions: string[] = []
  const values: SQLInputValue[] = []
  const add = (condition: string, ...of: SQLInputValue[]) => {
    conditions.push(condition)
    values.push(...of)
  }
  if (received?.from !== undefined) add(`${table}.received_at >= ?`, new Date(received.from).toISOString())
  if (received?.before !== undefined) add(`${table}.received_at < ?`, new Date(received.before).toISOString())
  if (types) add(`(${types.map(() => `${table}.event GLOB ?`).join(' OR ')})`, ...types)
  if (paymentId !== undefined) add(`${table}.payment_id = ?`, paymentId)
  if (search !== undefined) add(isFoundIn(table), ...searchValues(search))
  return { conditions, values }
}

/** {@link InboxReading.toReplay}. The slices aren't empty. */
export async function* chosenFor(
  prepare: Prepare,
  choice: ReplayChoice,
  mark: number,
): AsyncGenerator<string[]> {
  const { isWanted, values } = wantedBy(choice)
  const isFirst = choice.which === 'since' && choice.exceptPending ? `${FORWARD} <> 'pending'` : 'true'
  // What is asked of the event may take long, so it comes last.
  const rows = prepare(
    `SELECT delivery FROM deliveries
     WHERE id > ? AND id <= ? AND ${isWanted('deliveries')} AND NOT EXISTS (
       SELECT 1 FROM deliveries AS other
       WHERE ${ofEvent('other', 'deliveries.event_id')} AND other.id < deliveries.id AND ${isWanted('other')}
         AND ${sameEvent('other', 'deliveries')})
       AND ${isFirst}
     ORDER BY id`,
  )
  for (let end = 0; end < mark; end += LOOKS_AT) {
    const found = rows.all(end, Math.min(end + LOOKS_AT, mark), ...values, ...values)
    if (found.length > 0) yield found.map(({ delivery }) => String(delivery))
    await setImmediate()
  }
}

function wantedBy(choice: ReplayChoice): { isWanted(table: string): string; values: SQLInputValue[] } {
  if (choice.which === 'since') {
    const isWanted = (table: string) => ownConditions(choice, table).conditions.join(' AND ')
    return { isWanted, values: ownConditions(choice, '').values }
  }
  const parked = choice.which === 'parked' ? 1 : 0
  return { isWanted: table => `${table}.forward = 'pending' AND ${table}.parked = ${parked}`, values: [] }
}
