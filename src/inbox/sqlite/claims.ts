/**
 * What this process has claimed of the deliveries that wait to be forwarded, for each of its targets. With SQLite one
 * process of a profile forwards at a time, so the claims are in its memory only.
 */

import type { Clock } from '#lib/clock.ts'
import type { Prepare } from '#lib/sqlite/statements.ts'
import type { Delivery } from '../arrival.ts'
import type { Wanted } from '../inbox.ts'
import { Looks } from '../looks.ts'
import { newestOf } from './lists.ts'
import { deliveryWhere } from './reading.ts'
import { PENDING } from './sql.ts'

/** How many rows are looked at at once: a few more than are asked for, and many if the first ones can't be claimed. */
const SLICE = { more: 8, many: 500 }
/** How many bytes of bodies one claim gives, apart from its first delivery. */
const MOST_BYTES = 8 * 1024 * 1024
/** For the only target. */
const EVERYTHING: Wanted = { types: ['*'], except: [], withTarget: ['*'] }

export class Claims {
  readonly #prepare: Prepare
  readonly #clock: Clock
  /** Whether the order is one over all deliveries of a target, not one for each payment. */
  readonly inOrder: boolean
  /** The claimed deliveries, each with its payment. */
  readonly #claimed = new Map<number, { payment: string | null; wanted: Wanted }>()
  readonly #looks = new Map<Wanted, Looks>()

  constructor(prepare: Prepare, inOrder: boolean, clock: Clock) {
    this.#prepare = prepare
    this.inOrder = inOrder
    this.#clock = clock
  }

  /** {@link InboxQueue.claim}. */
  claim(most: number, wanted = EVERYTHING): Delivery[] {
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
  unclaim(ids: readonly number[], wanted = EVERYTHING): void {
    this.handled(ids)
    this.#looks.get(wanted)?.again(ids)
  }

  #claimAfter(after: number, most: number, wanted: Wanted): Delivery[] {
    const found = new Found(most)
    const { sql, values } = rowsFor(wanted, this.inOrder, after)
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
    if (payment !== null && this.#isBusy(payment, wanted)) return
    this.#claimed.set(id, { payment, wanted })
    found.add(delivery)
  }

  /** Whether a delivery of the payment is claimed: a later one, if this one has become pending again. */
  #isBusy(payment: string, wanted: Wanted): boolean {
    for (const claimed of this.#claimed.values()) {
      if (claimed.payment === payment && !(this.inOrder && claimed.wanted === wanted)) return true
    }
    return false
  }
}

/** What a claim has found so far. */
class Found {
  readonly deliveries: Delivery[] = []
  readonly #most: number
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  get isFull(): boolean {
    return this.deliveries.length >= this.#most || this.#bytes >= MOST_BYTES
  }

  add(delivery: Delivery): void {
    this.deliveries.push(delivery)
    this.#bytes += delivery.body.length
  }
}

/**
 * The deliveries of a target after one, but not those that wait for an earlier one of their payment. In order, those among
 * them don't wait for each other: the target gets them in this order anyway.
 */
function rowsFor(target: Wanted, inOrder: boolean, after: number) {
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
        AND ${isOf(withTarget, 'earlier')}${inOrder ? ` AND NOT (${isWanted('earlier')} AND id > ?)` : ''})
      AND id > ? ORDER BY id LIMIT ?`
  const wanted = [...types, ...except]
  return { sql, values: [...wanted, ...withTarget, ...(inOrder ? [...wanted, after] : [])] }
}
