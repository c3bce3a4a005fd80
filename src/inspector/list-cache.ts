/**
 * Makes lists, slow ones not too often: open pages ask again after every change, and a search through a large inbox must
 * not keep a listener busy. A page that got an old list is told when it can get a new one.
 */

import type { Clock } from '#lib/clock.ts'
import type { ListPage } from './delivery-list.ts'
import type { Sources } from './sources.ts'

/** A list that took long twice in a row isn't made again for this many times as long. Once, the machine may just be busy. */
const REST = 10
/** A list that took no longer, in milliseconds, is made each time. */
const QUICK_MS = 40
const MOST_LISTS = 20

export type Changes = Pick<Sources, 'watch' | 'changed'>

interface Made {
  page: Promise<ListPage>
  /** How long it took; 0 until it is made. */
  ms: number
  freshUntil: number
  /** Something has changed since it was begun. */
  isOld: boolean
  /** It was given since then. */
  isOwed: boolean
}

export class ListCache {
  readonly #clock: Clock
  readonly #changes: Changes
  readonly #made = new Map<string, Made>()
  /** Open pages are being told to ask again: nothing in the lists has changed. */
  #isTelling = false

  constructor(clock: Clock, changes: Changes) {
    this.#clock = clock
    this.#changes = changes
    changes.watch(() => {
      if (!this.#isTelling) for (const made of this.#made.values()) made.isOld = true
    })
  }

  /** @param key which list it is */
  get(key: string, make: () => Promise<ListPage>): Promise<ListPage> {
    const known = this.#made.get(key)
    if (known && this.#clock.monotonic() < known.freshUntil) {
      if (known.isOld) this.#owe(known)
      return known.page
    }
    const start = this.#clock.monotonic()
    const made = { page: make(), ms: 0, freshUntil: Number.POSITIVE_INFINITY, isOld: false, isOwed: false }
    this.#made.delete(key)
    this.#made.set(key, made)
    for (const oldest of [...this.#made.keys()].slice(0, -MOST_LISTS)) this.#made.delete(oldest)
    made.page.then(
      () => {
        const now = this.#clock.monotonic()
        made.ms = now - start
        const ms = Math.min(made.ms, known?.ms ?? 0)
        made.freshUntil = ms <= QUICK_MS ? now : now + REST * ms
        if (made.isOwed) this.#tellWhenOver(made)
      },
      () => this.#made.delete(key),
    )
    return made.page
  }

  /** The pages that got it ask again when it isn't fresh any more. */
  #owe(made: Made): void {
    if (made.isOwed) return
    made.isOwed = true
    if (made.freshUntil < Number.POSITIVE_INFINITY) this.#tellWhenOver(made)
  }

  #tellWhenOver(made: Made): void {
    this.#clock.setTimer(made.freshUntil - this.#clock.monotonic(), () => {
      this.#isTelling = true
      this.#changes.changed()
      this.#isTelling = false
    })
  }
}
