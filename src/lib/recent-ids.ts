/** Remembers the latest ids in a limited amount of memory, however many and however long they are. */

import { createHash } from 'node:crypto'

/** The service's ids are shorter. A longer id is remembered by its hash. */
const LONGEST = 100

export class RecentIds {
  readonly #size: number
  /** The oldest first. */
  readonly #keys = new Set<string>()

  constructor(size: number) {
    this.#size = size
  }

  has(id: string): boolean {
    return this.#keys.has(keyOf(id))
  }

  /** Remembers an id; returns false if it was already there. */
  add(id: string): boolean {
    const key = keyOf(id)
    const isNew = !this.#keys.delete(key)
    this.#keys.add(key)
    const [oldest] = this.#keys
    if (this.#keys.size > this.#size) this.#keys.delete(oldest!)
    return isNew
  }
}

function keyOf(id: string): string {
  return id.length <= LONGEST ? id : createHash('sha256').update(id, 'utf16le').digest('hex')
}
