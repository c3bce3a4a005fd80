/**
 * What this process has claimed of the deliveries that wait to be forwarded, for each of its targets. With SQLite one
 * process of a profile forwards at a time, so the claims are in its memory only.
 */

import type { Prepare } from '#lib/sqlite/statements.ts'
import type { Delivery } from '../arrival.ts'
import { EVERYTHING, type Wanted } from '../inbox.ts'
import { deliveryWhere } from './reading.ts'
import { PENDING } from './sql.ts'

/** How many rows are looked at at once: a few more than are asked for, and many if the first ones can't be claimed. */
const SLICE = { more: 8, many: 500 }

export class Claims {
  readonly #prepare: Prepare
  /** Whether the order is one over all deliveries of a target, not one for each payment. */
  readonly #inOrder: boolean
  /** The claimed deliveries, each with its payment. */
  readonly #claimed = new Map<number, { payment: string | null; wanted: Wanted }>()

  constructor(prepare: Prepare, inOrder: boolean) {
    this.#prepare = prepare
    this.#inOrder = inOrder
  }

  /** {@link InboxQueue.claim}. */
  claim(most: number, wanted = EVERYTHING): Delivery[] {
    const claimed: Delivery[] = []
    const { sql, values } = rowsFor(wanted, this.#inOrder)
    for (let [last, slice] = [0, most + SLICE.more]; ; slice = SLICE.many) {
      const rows = this.#prepare(sql).all(...values, last, slice)
      for (const id of rows.map(row => Number(row.id))) {
        if (claimed.length >= most) return claimed
        last = id
        const delivery = this.#claimed.has(id) ? null : this.#claim(id, wanted)
        if (delivery !== null) claimed.push(delivery)
      }
      if (rows.length < slice) return claimed
    }
  }

  /** Ends claims: the deliveries are handled, or may be claimed again. */
  end(ids: readonly number[]): void {
    for (const id of ids) this.#claimed.delete(id)
  }

  #claim(id: number, wanted: Wanted): Delivery | null {
    const delivery = deliveryWhere(this.#prepare, 'id = ?', id)
    if (delivery?.forward !== 'pending') return null
    const { paymentId: payment } = delivery
    if (payment !== null && this.#isBusy(payment, wanted)) return null
    this.#claimed.set(id, { payment, wanted })
    return delivery
  }

  /** Whether a delivery of the payment is claimed: a later one, if this one has become pending again. */
  #isBusy(payment: string, wanted: Wanted): boolean {
    for (const claimed of this.#claimed.values()) {
      if (claimed.payment === payment && !(this.#inOrder && claimed.wanted === wanted)) return true
    }
    return false
  }
}

/**
 * The deliveries of a target after one, but not those that wait for an earlier one of their payment. In order, those among
 * them don't wait for each other: the target gets them in this order anyway.
 */
function rowsFor(target: Wanted, inOrder: boolean) {
  if (inOrder && target === EVERYTHING) {
    return { sql: `SELECT id FROM deliveries WHERE ${PENDING} AND id > ? ORDER BY id LIMIT ?`, values: [] }
  }
  const { types, except, withTarget } = target
  const isOf = (patterns: readonly string[], of: string) =>
    patterns.length === 0 ? 'false' : `(${patterns.map(() => `${of}.event GLOB ?`).join(' OR ')})`
  const isWanted = (of: string) => `${isOf(types, of)} AND NOT ${isOf(except, of)}`
  const sql = `SELECT id FROM deliveries
    WHERE ${isWanted('deliveries')} AND ${PENDING} AND NOT EXISTS (
      SELECT 1 FROM deliveries AS earlier
      WHERE payment_id = deliveries.payment_id AND ${PENDING} AND id < deliveries.id
        AND ${isOf(withTarget, 'earlier')}${inOrder ? ` AND NOT (${isWanted('earlier')})` : ''})
      AND id > ? ORDER BY id LIMIT ?`
  const wanted = [...types, ...except]
  return { sql, values: [...wanted, ...withTarget, ...(inOrder ? wanted : [])] }
}
