/** Remembers the latest ids in a limited amount of memory, however many and however long they are. */

import { createHash } from 'node:crypto'

/** The service's ids are shorter. A longer id is remembered by its hash. */
const LONGEST = 100
/** How much room an id gets at first, in bytes: more than the service's ids need. */
const USUAL = 32

/** The latest ids, at least `size` of them and at most twice as many. */
export class RecentIds {
  readonly #size: number
  #older: Ids
  #newer: Ids

  constructor(size: number) {
    this.#size = size
    this.#older = new Ids(size)
    this.#newer = new Ids(size)
  }

  has(id: string): boolean {
    const key = keyOf(id)
    const hash = hashOf(key)
    return this.#newer.has(key, hash) || this.#older.has(key, hash)
  }

  /** Remembers an id; returns false if it was already there. */
  add(id: string): boolean {
    const key = keyOf(id)
    const hash = hashOf(key)
    if (this.#newer.count === this.#size) {
      const oldest = this.#older
      this.#older = this.#newer
      this.#newer = oldest
      oldest.clear()
    }
    return this.#newer.add(key, hash) && !this.#older.has(key, hash)
  }
}

/**
 * A set of up to `size` texts without characters beyond Latin-1. They are outside V8's heap: V8 enlarges its young
 * generation by what survives a collection, and ids that are kept survive several.
 */
class Ids {
  count = 0
  /** At the place of a hash, or after it: the number of an id, from 1. 0 is a free place. */
  readonly #places: Int32Array
  readonly #hashes: Int32Array
  /** Where each id ends in `#bytes`. The one before it ends where it starts. */
  readonly #ends: Uint32Array
  #bytes: Buffer

  constructor(size: number) {
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(2 * size + 1)))
    this.#hashes = new Int32Array(size + 1)
    this.#ends = new Uint32Array(size + 1)
    this.#bytes = Buffer.alloc(USUAL * size)
  }

  has(key: string, hash: number): boolean {
    return this.#places[this.#find(key, hash)] !== 0
  }

  /** Returns false if it was already there. */
  add(key: string, hash: number): boolean {
    const place = this.#find(key, hash)
    if (this.#places[place] !== 0) return false
    const start = this.#ends[this.count]!
    const end = start + key.length
    if (end > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * end)
    this.#bytes.write(key, start, 'latin1')
    this.count++
    this.#places[place] = this.count
    this.#hashes[this.count] = hash
    this.#ends[this.count] = end
    return true
  }

  clear(): void {
    this.count = 0
    this.#places.fill(0)
  }

  /** The place of an id, or the free place for it. */
  #find(key: string, hash: number): number {
    const last = this.#places.length - 1
    let place = hash & last
    for (;;) {
      const number = this.#places[place]!
      if (number === 0 || (this.#hashes[number] === hash && this.#text(number) === key)) return place
      place = (place + 1) & last
    }
  }

  #text(number: number): string {
    return this.#bytes.toString('latin1', this.#ends[number - 1], this.#ends[number])
  }
}

function keyOf(id: string): string {
  if (id.length <= LONGEST && !/[^\0-\xff]/.test(id)) return id
  return createHash('sha256').update(id, 'utf16le').digest('hex')
}

/** FNV-1a. An id is found by its text too, so equal hashes only take longer. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}
