/** The ids that were last met, in memory that doesn't grow with their number, nor with their length. */

import { createHash } from 'node:crypto'

/** A longer id, which no service of the contract has, is remembered by its hash. */
const LONGEST = 100

/** The latest ids, at least `size` of them and at most twice as many. */
export class Recent {
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

  /** Remembers an id; false when it is known already. */
  add(id: string): boolean {
    const key = keyOf(id)
    if (this.#newer.size === this.#size) {
      this.#older = this.#newer
      this.#newer = new Set()
    }
    const before = this.#newer.size
    return this.#newer.add(key).size > before && !this.#older.has(key)
  }
}

function keyOf(id: string): string {
  return id.length <= LONGEST ? id : createHash('sha256').update(id, 'utf16le').digest('hex')
}
