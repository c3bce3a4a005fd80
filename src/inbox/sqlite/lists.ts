/** Finds saved deliveries, newest first, in slices: between two of them other work of the process goes on. */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { systemClock } from '#lib/clock.ts'
import { endOfPrefix, type Prepare } from '#lib/sqlite/statements.ts'
import type { DeliveryFilter, DeliveryQuery, ListedDelivery, ReplayChoice } from '../arrival.ts'
import { sameEvent } from '../arrival.ts'
import { amountOf, isFound, MAX_PARSED, searchValues } from '../search.ts'
import { columns, FORWARD, VERDICT } from './sql.ts'

const IS_FOUND = 'is_found(?, ?, concat_ws(char(10), delivery, event, event_id, payment_id), body)'

/** A slice has at most so many deliveries. */
const SLICE = 500
/** How many deliveries a slice looks at, and how many if their bodies are searched: their number, and their bytes. */
const LOOKS_AT = 2000
/** It begins with so many, and looks at more as long as a slice takes less than this, in milliseconds. */
const FIRST = { looksAt: 100, ms: 10 }
const SEARCHES = { deliveries: 200, bytes: 1024 * 1024 }

/** SQLite calls these by itself, so that only what is found is copied out of it. */
export function addFunctions(database: DatabaseSync): void {
  database.function('amount_of', body => amountOf(body as Uint8Array))
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
  const amount = query.amounts ? `CASE WHEN length(body) <= ${MAX_PARSED} THEN amount_of(body) END` : 'NULL'
  const rows = prepare(
    `SELECT ${columns(FORWARD)}, ${VERDICT} AS verdict, ${amount} AS amount FROM deliveries
     WHERE ${['id < ?', 'id >= ?', ...conditions].join(' AND ')} ORDER BY id DESC LIMIT ?`,
  )
  let top = Math.min(query.before ?? Number.POSITIVE_INFINITY, newestOf(prepare) + 1)
  let looksAt = FIRST.looksAt
  for (let left = query.limit; left > 0 && top > 1; ) {
    const start = systemClock.monotonic()
    const bottom = query.search === undefined ? Math.max(1, top - looksAt) : bottomOfSearch(prepare, top)
    const most = Math.min(left, SLICE)
    const found = rows.all(top, bottom, ...values, most) as unknown as ListedDelivery[]
    top = found.length === most ? found.at(-1)!.id : bottom
    left -= found.length
    // What became of an event takes long to find if it was delivered thousands of times.
    const isQuick = systemClock.monotonic() - start < FIRST.ms
    looksAt = isQuick ? Math.min(looksAt * 2, LOOKS_AT) : Math.max(1, Math.floor(looksAt / 4))
    if (found.length > 0) yield found
    await setImmediate()
  }
}

/** {@link InboxReading.paymentsWith}. */
export async function paymentsWith(prepare: Prepare, prefix: string, most: number): Promise<string[]> {
  const rows = prepare(
    `SELECT DISTINCT payment_id AS id FROM deliveries
     WHERE id < ? AND id >= ? AND payment_id >= ? AND payment_id < ?`,
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

function conditionsOf({ received, type, forward, verdict, paymentId, search }: DeliveryFilter): {
  conditions: string[]
  values: SQLInputValue[]
} {
  const conditions: string[] = []
  const values: SQLInputValue[] = []
  const add = (condition: string, ...of: SQLInputValue[]) => {
    conditions.push(condition)
    values.push(...of)
  }
  if (received?.from !== undefined) add('received_at >= ?', new Date(received.from).toISOString())
  if (received?.before !== undefined) add('received_at < ?', new Date(received.before).toISOString())
  if (type !== undefined) add('event = ?', type)
  if (paymentId !== undefined) add('payment_id = ?', paymentId)
  if (search !== undefined) add(IS_FOUND, ...searchValues(search))
  // The most expensive ones last.
  if (verdict !== undefined) add(`${VERDICT} = ?`, verdict)
  if (forward !== undefined) add(`${FORWARD} = ?`, forward)
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
       WHERE other.event_id = deliveries.event_id AND other.id < deliveries.id AND ${isWanted('other')}
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
    const from = new Date(choice.from).toISOString()
    return { isWanted: table => `${table}.received_at >= ?`, values: [from] }
  }
  const parked = choice.which === 'parked' ? 1 : 0
  return { isWanted: table => `${table}.forward = 'pending' AND ${table}.parked = ${parked}`, values: [] }
}
