/**
 * What this process has claimed of the deliveries that wait to be forwarded. With SQLite one process of a profile
 * forwards at a time, so the claims are in its memory only.
 */

import type { Clock } from '#lib/clock.ts'
import type { Prepare } from '#lib/sqlite/statements.ts'
import type { Delivery } from '../arrival.ts'
import { deliveryWhere } from './reading.ts'
import { PENDING } from './sql.ts'

/** How many rows are looked at at once: a few more than are asked for, and many if the first ones can't be claimed. */
export const SLICE = { more: 8, many: 500 }
/** How many bytes of bodies one claim gives, apart from its first delivery. */
const MOST_BYTES = 8 * 1024 * 1024
/** How often all that is pending is looked at again: an older delivery may have become pending, in milliseconds. */
const AGAIN = { ifIdleMs: 900, alwaysMs: 10_000 }

export class Claims {
  readonly #prepare: Prepare
  readonly #clock: Clock
  /** Whether the order is one over all deliveries, not one for each payment. */
  readonly inOrder: boolean
  /** The claimed deliveries, each with its payment; null if nothing waits for it. */
  readonly #claimed = new Map<number, string | null>()
  /** The payments of claimed deliveries, and whether another delivery that was looked at waits for one. */
  readonly #busy = new Map<string, boolean>()
  /** The deliveries up to this one were looked at. */
  #end = 0
  /** Of those, the ones that can be claimed, and the payments whose first one is not known. */
  readonly #free = new Map<number, string | null>()
  readonly #freed = new Set<string>()
  #lookedAgain = Number.NEGATIVE_INFINITY

  constructor(prepare: Prepare, inOrder: boolean, clock: Clock) {
    this.#prepare = prepare
    this.inOrder = inOrder
    this.#clock = clock
  }

  /** {@link InboxQueue.claim}. */
  claim(most: number): Delivery[] {
    const now = this.#clock.monotonic()
    if (now >= this.#lookedAgain + AGAIN.alwaysMs) this.#lookAgain(now)
    const found = this.#claimSome(most)
    if (found.length > 0 || now < this.#lookedAgain + AGAIN.ifIdleMs) return found
    this.#lookAgain(now)
    return this.#claimSome(most)
  }

  /** The deliveries are handled: what waited for them can be claimed. */
  handled(ids: readonly number[]): void {
    this.#endClaims(ids, false)
  }

  /** {@link InboxQueue.unclaim}. */
  unclaim(ids: readonly number[]): void {
    this.#endClaims(ids, true)
  }

  /** @param again whether they can be claimed again */
  #endClaims(ids: readonly number[], again: boolean): void {
    for (const id of ids) {
      const payment = this.#claimed.get(id)
      if (payment === undefined) continue
      this.#claimed.delete(id)
      if (payment === null) {
        if (again) this.#free.set(id, null)
      } else {
        const mayHaveMore = this.#busy.get(payment) ?? true
        this.#busy.delete(payment)
        if (again || mayHaveMore) this.#freed.add(payment)
      }
    }
  }

  #lookAgain(now: number): void {
    this.#lookedAgain = now
    this.#end = 0
    this.#free.clear()
    this.#freed.clear()
  }

  #claimSome(most: number): Delivery[] {
    const found = new Found(most)
    this.#findFirsts()
    for (const [id, payment] of [...this.#free].sort(([a], [b]) => a - b)) {
      if (found.isFull) return found.deliveries
      this.#free.delete(id)
      this.#claim(id, payment, true, found)
    }
    for (let slice = most + SLICE.more; ; slice = SLICE.many) {
      const rows = this.#rowsAfter(this.#end, slice)
      for (const { id, payment } of rows) {
        if (found.isFull) return found.deliveries
        this.#end = id
        if (!this.#isTaken(id, payment)) this.#claim(id, payment, false, found)
      }
      if (rows.length < slice) return found.deliveries
    }
  }

  /** Whether it is claimed, or an earlier one of its payment is, or must be looked for first. */
  #isTaken(id: number, payment: string | null): boolean {
    if (this.#claimed.has(id)) return true
    if (payment === null) return false
    const isBusy = this.#busy.has(payment)
    if (isBusy) this.#busy.set(payment, true)
    return isBusy || this.#freed.has(payment)
  }

  /** @param mayHaveMore whether a later delivery of its payment may have been looked at before */
  #claim(id: number, payment: string | null, mayHaveMore: boolean, found: Found): void {
    const delivery = deliveryWhere(this.#prepare, 'id = ?', id)
    if (delivery?.forward !== 'pending') {
      // It was handled since it was found: the payment's next one is looked for with the next claim.
      if (payment !== null) this.#freed.add(payment)
      return
    }
    this.#claimed.set(id, payment)
    if (payment !== null) this.#busy.set(payment, mayHaveMore)
    found.add(delivery)
  }

  /** Finds the first pending delivery of each payment that became free. */
  #findFirsts(): void {
    const first = this.#prepare(
      `SELECT id FROM deliveries WHERE payment_id = ? AND ${PENDING} AND id <= ? ORDER BY id LIMIT 1`,
    )
    for (const payment of this.#freed) {
      const row = this.#busy.has(payment) ? undefined : first.get(payment, this.#end)
      if (row) this.#free.set(Number(row.id), payment)
    }
    this.#freed.clear()
  }

  #rowsAfter(id: number, most: number): { id: number; payment: string | null }[] {
    const payment = this.inOrder ? 'NULL' : 'payment_id'
    return this.#prepare(
      `SELECT id, ${payment} AS payment FROM deliveries WHERE id > ? AND ${PENDING} ORDER BY id LIMIT ?`,
    ).all(id, most) as unknown as { id: number; payment: string | null }[]
  }
}

/** What a claim has found so far. */
export class Found {
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
