/** What this process has claimed for each of several targets. Like {@link Claims}, in its memory only. */

import type { Clock } from '#lib/clock.ts'
import type { Prepare } from '#lib/sqlite/statements.ts'
import type { Delivery } from '../arrival.ts'
import type { Wanted } from '../inbox.ts'
import { Looks } from '../looks.ts'
import { Found, SLICE } from './claims.ts'
import { newestOf } from './lists.ts'
import { deliveryWhere } from './reading.ts'
import { PENDING } from './sql.ts'

export class WantedClaims {
  readonly #prepare: Prepare
  readonly #clock: Clock
  readonly #inOrder: boolean
  /** The claimed deliveries, each with its payment. */
  readonly #claimed = new Map<number, { payment: string | null; wanted: Wanted }>()
  readonly #looks = new Map<Wanted, Looks>()

  constructor(prepare: Prepare, inOrder: boolean, clock: Clock) {
    this.#prepare = prepare
    this.#inOrder = inOrder
    this.#clock = clock
  }

  /** {@link InboxQueue.claim}. */
  claim(most: number, wanted: Wanted): Delivery[] {
    const looks = this.#looks.get(wanted) ?? new Looks()
    this.#looks.set(wanted, looks)
    const start = this.#clock.monotonic()
    const after = looks.after(start)
    const found = this.#claimAfter(after, most, wanted)
    const now = this.#clock.monotonic()
    if (after === 0 && looks.isLong(now - start)) {
      looks.ended(now, now - start, found.at(-1)?.id ?? newestOf(this.#prepare))
    }
    return found
  }

  /** The deliveries are handled. */
  handled(ids: readonly number[]): void {
    for (const id of ids) this.#claimed.delete(id)
  }

  /** {@link InboxQueue.unclaim}. */
  unclaim(ids: readonly number[], wanted: Wanted): void {
    this.handled(ids)
    this.#looks.get(wanted)?.again(ids)
  }

  #claimAfter(after: number, most: number, wanted: Wanted): Delivery[] {
    const found = new Found(most)
    const { sql, values } = rowsFor(wanted, this.#inOrder, after)
    for (let [last, slice] = [after, most + SLICE.more]; ; slice = SLICE.many) {
      const rows = this.#prepare(sql).all(...values, last, slice)
      for (const id of rows.map(row => Number(row.id))) {
        if (found.isFull) return found.deliveries
        last = id
        if (!this.#claimed.has(id)) this.#claim(id, wanted, found)
      }
      if (rows.length < slice) return found.deliveries
    }
  }

  #claim(id: number, wanted: Wanted, found: Found): void {
    const delivery = deliveryWhere(this.#prepare, 'id = ?', id)
    if (delivery?.forward !== 'pending') return
    const { paymentId: payment } = delivery
    // If it has become pending again, a later one of its payment may be claimed.
    const others = [...this.#claimed.values()].filter(each => !this.#inOrder || each.wanted !== wanted)
    if (payment !== null && others.some(each => each.payment === payment)) return
    this.#claimed.set(id, { payment, wanted })
    found.add(delivery)
  }
}

/**
 * The deliveries of a target after one, but not those that wait for an earlier one of their payment. In order, those among
 * them don't wait for each other: the target gets them in this order anyway.
 */
function rowsFor({ types, except, withTarget }: Wanted, inOrder: boolean, after: number) {
  const isOf = (patterns: readonly string[], of: string) =>
    patterns.length === 0 ? 'false' : `(${patterns.map(() => `${of}.event GLOB ?`).join(' OR ')})`
  const isWanted = (of: string) => `${isOf(types, of)} AND NOT ${isOf(except, of)}`
  const sql = `SELECT id FROM deliveries
    WHERE ${isWanted('deliveries')} AND ${PENDING} AND NOT EXISTS (
      SELECT 1 FROM deliveries AS earlier
      WHERE payment_id = deliveries.payment_id AND ${PENDING} AND id < deliveries.id
        AND ${isOf(withTarget, 'earlier')}${inOrder ? ` AND NOT (${isWanted('earlier')} AND id > ?)` : ''})
      AND id > ? ORDER BY id LIMIT ?`
  const wanted = [...types, ...except]
  return { sql, values: [...wanted, ...withTarget, ...(inOrder ? [...wanted, after] : [])] }
}
