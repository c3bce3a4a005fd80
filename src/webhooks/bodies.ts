/**
 * The bodies in memory, over all connections. Small ones always have room: events have small bodies. Larger ones share a
 * limit, so that strangers can't fill the memory.
 */

/** A body of up to this many bytes is small. */
const SMALL_BYTES = 16 * 1024

export class Bodies {
  /** How many bytes the larger ones may hold together. */
  readonly limit: number
  held = 0

  constructor(limit: number) {
    this.limit = limit
  }

  begin(): Body {
    return new Body(this)
  }
}

export class Body {
  readonly #all: Bodies
  #chunks: Buffer[] = []
  /** How much of it counts toward the limit. */
  #counted = 0
  /** How much has arrived, in bytes. */
  size = 0

  constructor(all: Bodies) {
    this.#all = all
  }

  /** Returns false if there is no room for it; then {@link release} it. */
  add(chunk: Buffer): boolean {
    const size = this.size + chunk.length
    const counted = size <= SMALL_BYTES ? 0 : size
    if (this.#all.held + counted - this.#counted > this.#all.limit) return false
    this.#all.held += counted - this.#counted
    this.#counted = counted
    this.#chunks.push(chunk)
    this.size = size
    return true
  }

  /** What has arrived. It counts toward the limit until it is released. */
  whole(): Buffer {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
  }

  /** Frees the memory. */
  release(): void {
    this.#chunks = []
    this.#all.held -= this.#counted
    this.#counted = 0
  }
}
