/** Finds saved deliveries, newest first, in slices: between two of them other work of the process goes on. */

import type { SQLInputValue } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { Span } from '../contract/charge-filter.ts'
import { approvalFacts } from '../contract/delivery.ts'
import { dataOf } from './approvals.ts'
import type { ForwardState, Listed } from './arrival.ts'
import { candidates, type Search, searchOf } from './delivery-search.ts'
import { sameEvent } from './known.ts'
import type { Prepare } from './statements.ts'

/** Which deliveries are wanted. A delivery must match every part that is given. */
export interface DeliveryFilter {
  received?: Span | undefined
  /** The event's type. */
  type?: string | undefined
  /** What became of its event, whichever delivery was forwarded. */
  forward?: ForwardState | undefined
  paymentId?: string | undefined
  /** A text in its ids, its type or its body, or its amount. Case and accents make no difference. */
  search?: string | undefined
}

export interface DeliveryQuery extends DeliveryFilter {
  limit: number
  /** Only deliveries that arrived before this one, by the order of arrival. */
  before?: number | undefined
  /** Whether to read the amounts, which are only in the bodies. */
  amounts?: boolean | undefined
}

/** A delivery in a list. */
export interface ListedDelivery extends Listed {
  /** In reais, the number in the event; null if it has none, or was not asked for. */
  amount: number | null
}

/** Whether the event of a delivery was forwarded, by any delivery and over either channel. */
export const FORWARD = `coalesce(
  (SELECT CASE max((forward = 'done') + 2 * (forward = 'pending'))
     WHEN 0 THEN 'none' WHEN 1 THEN 'done' WHEN 2 THEN 'pending' END
   FROM deliveries AS other
   WHERE other.event_id = deliveries.event_id AND ${sameEvent('other', 'deliveries')}),
  forward)`

export const columns = (forward: string) =>
  `id, channel, delivery, coalesce(given, delivery) AS given, event, event_id AS eventId, payment_id AS paymentId,
  received_at AS receivedAt, ${forward} AS forward, attempts, last_status AS lastStatus`

/** A slice has at most so many deliveries. */
const SLICE = 500
/** How many deliveries a slice looks at, and how many if their bodies are searched. */
const [LOOKS_AT, SEARCHES] = [2000, 200]
/** How many bytes of bodies it reads, unless one has more. */
const MAX_BYTES = 1024 * 1024
/** The amount of a larger body isn't read. */
const MAX_PARSED = 64 * 1024

type Row = Listed & { body?: Uint8Array | null }

export class DeliveryList {
  readonly #prepare: Prepare

  constructor(prepare: Prepare) {
    this.#prepare = prepare
  }

  /** The deliveries that match, newest first, in slices that aren't empty. */
  async *find(query: DeliveryQuery): AsyncGenerator<ListedDelivery[]> {
    const search = query.search === undefined ? null : searchOf(query.search)
    const { conditions, values } = conditionsOf(query, search)
    const rows = this.#prepare(
      `SELECT ${columns(FORWARD)}${bodyColumn(query, search)} FROM deliveries
       WHERE ${['id < ?', 'id >= ?', ...conditions].join(' AND ')} ORDER BY id DESC`,
    )
    let top = query.before ?? Number(this.#prepare('SELECT max(id) AS id FROM deliveries').get()?.id ?? 0) + 1
    for (let left = query.limit; left > 0 && top > 1; ) {
      const bottom = Math.max(1, top - (search === null ? LOOKS_AT : SEARCHES))
      const { found, end } = slice(rows.iterate(top, bottom, ...values) as unknown as Iterable<Row>, {
        most: Math.min(left, SLICE),
        search,
        amounts: query.amounts === true,
      })
      top = end ?? bottom
      left -= found.length
      if (found.length > 0) yield found
      await setImmediate()
    }
  }
}

/** @returns what was found, and the last row that was looked at, unless it was the last of all */
function slice(
  rows: Iterable<Row>,
  { most, search, amounts }: { most: number; search: Search | null; amounts: boolean },
): { found: ListedDelivery[]; end: number | null } {
  const found: ListedDelivery[] = []
  let bytes = 0
  for (const { body = null, ...row } of rows) {
    bytes += body?.length ?? 0
    if (search === null || search.isIn(row, body ?? new Uint8Array())) {
      const isRead = amounts && body !== null && body.length <= MAX_PARSED
      found.push({ ...row, amount: isRead ? approvalFacts(dataOf(body)).amount : null })
    }
    if (found.length === most || bytes > MAX_BYTES) return { found, end: row.id }
  }
  return { found, end: null }
}

function bodyColumn({ amounts }: DeliveryQuery, search: Search | null): string {
  if (search !== null) return ', body'
  return amounts ? `, CASE WHEN length(body) <= ${MAX_PARSED} THEN body END AS body` : ''
}

function conditionsOf(
  { received, type, forward, paymentId }: DeliveryFilter,
  search: Search | null,
): { conditions: string[]; values: SQLInputValue[] } {
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
  if (search !== null) add(...candidates(search))
  // The most expensive one last.
  if (forward !== undefined) add(`${FORWARD} = ?`, forward)
  return { conditions, values }
}
