/** Deliveries that are claimed and wait for their turn. They are fetched while others are sent. */

import type { Delivery } from '#inbox/inbox.ts'
import type { Clock } from '#lib/clock.ts'
import type { Prepared } from './attempt.ts'

/** At least so many are fetched at once. */
const FEWEST = 4
/** How long one may have waited when it is sent, in milliseconds: the user may have replayed it in the meantime. */
const WAITED_MS = 100
/** How long ago the claim may have been made, in milliseconds: a process that was stopped has lost its claims. */
const MADE_MS = 5000

interface Moment {
  monotonic: number
  /** The time of day goes on while the machine sleeps. */
  now: number
}

export class ClaimedAhead {
  readonly #clock: Clock
  readonly #prepare: (delivery: Delivery) => Prepared
  #deliveries: Prepared[] = []
  /** When the oldest of them was asked for, and when it came. */
  #asked: Moment | undefined
  #came: Moment | undefined
  /** The bytes of their bodies. */
  bytes = 0

  /** @param prepare is called for each when it was claimed */
  constructor(clock: Clock, prepare: (delivery: Delivery) => Prepared) {
    this.#clock = clock
    this.#prepare = prepare
  }

  get isEmpty(): boolean {
    return this.#deliveries.length === 0
  }

  /** How many more to claim: none as long as half of them are there. */
  room(concurrency: number): number {
    const most = concurrency === 1 ? 1 : Math.max(FEWEST, concurrency)
    return this.#deliveries.length <= most / 2 ? most - this.#deliveries.length : 0
  }

  /** Adds what `claim` gives; says how many. */
  async claim(claim: () => Promise<Delivery[]>): Promise<number> {
    const asked = this.#moment()
    const claimed = await claim()
    if (this.isEmpty) [this.#asked, this.#came] = [asked, this.#moment()]
    this.#deliveries.push(...claimed.map(this.#prepare))
    for (const { body } of claimed) this.bytes += body.length
    return claimed.length
  }

  /**
   * Takes the next one out; undefined if there is none, `stale` if it must be claimed anew.
   *
   * @param inOrder whether one that may not start delays those after it
   */
  next(mayStart: (delivery: Delivery) => boolean, inOrder: boolean): Prepared | 'stale' | undefined {
    const index = inOrder ? 0 : this.#deliveries.findIndex(({ delivery }) => mayStart(delivery))
    const next = this.#deliveries[index]
    if (next === undefined || (inOrder && !mayStart(next.delivery))) return undefined
    if (this.#passed(this.#came) > WAITED_MS || this.#passed(this.#asked) > MADE_MS) return 'stale'
    this.#deliveries.splice(index, 1)
    this.bytes -= next.delivery.body.length
    return next
  }

  /** Forgets them all; gives their places in the order of arrival. */
  clear(): number[] {
    const ids = this.#deliveries.map(({ delivery }) => delivery.id)
    this.#deliveries = []
    this.bytes = 0
    return ids
  }

  #moment(): Moment {
    return { monotonic: this.#clock.monotonic(), now: this.#clock.now() }
  }

  /** How much time has passed since then, by the clock that has gone further. */
  #passed(since: Moment | undefined): number {
    if (since === undefined) return 0
    const { monotonic, now } = this.#moment()
    return Math.max(monotonic - since.monotonic, now - since.now)
  }
}
