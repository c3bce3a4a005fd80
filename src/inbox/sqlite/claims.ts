/**
 * What this process has claimed of the deliveries that wait to be forwarded. With SQLite one process of a profile
 * forwards at a time, so the claims are in its memory only.
 */

import { asArrays, type Prepare } from '#lib/sqlite/statements.ts'
import type { Delivery } from '../arrival.ts'
import { deliveryWhere } from './reading.ts'
import { PENDING } from './sql.ts'

/** How many bytes of bodies one claim gives, apart from its first delivery. */
const MOST_BYTES = 8 * 1024 * 1024

export class Claims {
  readonly #prepare: Prepare
  /** Whether the order is one over all deliveries, not one for each payment. */
  readonly inOrder: boolean
  /** The claimed deliveries, each with its payment; null if nothing waits for it. */
  readonly #claimed = new Map<number, string | null>()
  /** What is pending up to this delivery is claimed, or waits for a claimed one. */
  #passed = 0

  constructor(prepare: Prepare, inOrder: boolean) {
    this.#prepare = prepare
    this.inOrder = inOrder
  }

  /** {@link InboxQueue.claim}. After the last delivery it begins again: an older one may have become pending. */
  claim(most: number): Delivery[] {
    const pending = this.#prepare(
      `SELECT id, ${this.inOrder ? 'NULL' : 'payment_id'} FROM deliveries WHERE id > ? AND ${PENDING} ORDER BY id`,
    )
    const busy = new Set(this.#claimed.values())
    busy.delete(null)
    const found: Delivery[] = []
    let bytes = 0
    const rows = asArrays(pending).iterate(this.#passed) as unknown as Iterable<[number, string | null]>
    for (const [id, payment] of rows) {
      if (found.length >= most || bytes >= MOST_BYTES) return found
      this.#passed = id
      if (this.#claimed.has(id) || busy.has(payment)) continue
      if (payment !== null) busy.add(payment)
      this.#claimed.set(id, payment)
      const delivery = deliveryWhere(this.#prepare, 'id = ?', id)!
      found.push(delivery)
      bytes += delivery.body.length
    }
    this.#passed = 0
    return found
  }

  /** Ends claims, of deliveries that are handled or given back. */
  end(ids: readonly number[]): void {
    for (const id of ids) if (this.#claimed.delete(id)) this.#passed = Math.min(this.#passed, id - 1)
  }
}
