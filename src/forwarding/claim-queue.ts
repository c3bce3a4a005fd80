/** Deliveries that are claimed and wait for their turn. They are fetched while others are sent. */

import type { Delivery } from '#inbox/inbox.ts'
import type { Clock } from '#lib/clock.ts'

/** At least so many are fetched at once. */
const FEWEST = 4
/** How long one may have waited when it is sent, in milliseconds: the user may have replayed it in the meantime. */
const WAITED_MS = 100

export class ClaimQueue {
  readonly #clock: Clock
  #deliveries: Delivery[] = []
  /** When the oldest of them came, by the monotonic clock. */
  #since = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isEmpty(): boolean {
    return this.#deliveries.length === 0
  }

  /** How many more to claim: none as long as half of them are there. */
  room(concurrency: number): number {
    const most = concurrency === 1 ? 1 : Math.max(FEWEST, concurrency)
    return this.#deliveries.length <= most / 2 ? most - this.#deliveries.length : 0
  }

  add(claimed: readonly Delivery[]): void {
    if (this.isEmpty) this.#since = this.#clock.monotonic()
    this.#deliveries.push(...claimed)
  }

  /**
   * Removes the next one and gives it; undefined if there is none, `stale` if it must be claimed anew.
   *
   * @param inOrder whether one that may not start delays those after it
   */
  next(mayStart: (delivery: Delivery) => boolean, inOrder: boolean): Delivery | 'stale' | undefined {
    const index = inOrder ? 0 : this.#deliveries.findIndex(mayStart)
    const next = this.#deliveries[index]
    if (next === undefined || (inOrder && !mayStart(next))) return undefined
    if (this.#clock.monotonic() - this.#since > WAITED_MS) return 'stale'
    this.#deliveries.splice(index, 1)
    return next
  }

  /** Forgets them all; gives their places in the order of arrival. */
  clear(): number[] {
    const ids = this.#deliveries.map(({ id }) => id)
    this.#deliveries = []
    return ids
  }
}
