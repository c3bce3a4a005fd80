/** Remembers the latest ids in a limited amount of memory, however many and however long they are. */

import { createHash } from 'node:crypto'

/** The service's ids are shorter. A longer id is remembered by its hash. */
const LONGEST = 100

/** The latest ids, at least `size` of them and at most twice as many. */
export class RecentIds {
  readonly #size: number
  #older = new Set<string>()
  #newer = new Set<string>()

  constructor(size: number) {
    this.#size = size
  }

  has(id: string): boolean {
    const key = keyOf(id)
    return this.#newer.has(key) || this.#older.has(key)
  }

  /** Remembers an id; returns false if it was already there. */
  add(id: string): boolean {
    if (this.#newer.size === this.#size) {
      this.#older = this.#newer
      this.#newer = new Set()
    }
    const isNew = !this.has(id)
    this.#newer.add(keyOf(id))
    return isNew
  }
}

function keyOf(id: string): string {
  return id.length <= LONGEST ? id : createHash('sha256').update(id, 'utf16le').digest('hex')
}
