/**
 * The bodies in memory, over all connections. Small ones are always accepted: events have small bodies. Larger ones
 * share a limit. Above it the oldest incomplete body is dropped, so senders that stall can't block the others.
 */

/** A body of up to this many bytes is small. */
export const SMALL_BYTES = 16 * 1024

export class Bodies {
  /** How many bytes the larger ones may hold together. */
  readonly limit: number
  held = 0
  /** Larger ones that aren't complete, the oldest first. */
  readonly incomplete = new Set<Body>()

  constructor(limit: number) {
    this.limit = limit
  }

  /** @param cut called when it is dropped: nothing more of it is held */
  begin(cut: () => void): Body {
    return new Body(this, cut)
  }
}

export class Body {
  readonly #all: Bodies
  readonly #onCut: () => void
  #chunks: Buffer[] = []
  /** How much of it counts toward the limit. */
  #counted = 0
  /** How much has arrived, in bytes. */
  size = 0
  /** Nothing of it is held any more. */
  isReleased = false

  constructor(all: Bodies, onCut: () => void) {
    this.#all = all
    this.#onCut = onCut
  }

  add(chunk: Buffer): void {
    if (this.isReleased) return
    this.#chunks.push(chunk)
    this.size += chunk.length
    if (this.size <= SMALL_BYTES) return
    this.#all.held += this.size - this.#counted
    this.#counted = this.size
    this.#all.incomplete.add(this)
    for (const oldest of this.#all.incomplete) {
      if (this.#all.held <= this.#all.limit) return
      oldest.release()
      oldest.#onCut()
    }
  }

  /** The complete body; null if it was cut. It counts toward the limit until it is released. */
  whole(): Buffer | null {
    if (this.isReleased) return null
    this.#all.incomplete.delete(this)
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
  }

  /** Frees the memory. */
  release(): void {
    if (this.isReleased) return
    this.isReleased = true
    this.#chunks = []
    this.#all.incomplete.delete(this)
    this.#all.held -= this.#counted
  }
}
