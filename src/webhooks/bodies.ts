/**
 * The bodies in memory, over all connections. Small ones are always accepted: events have small bodies. Larger ones
 * share a limit. Above it the oldest incomplete body is dropped, so senders that stall can't block the others.
 */

/** A body of up to this many bytes is small. */
export const SMALL_BYTES = 16 * 1024

export class Bodies {
  readonly #limit: number
  /** How many bytes the larger ones hold. */
  #held = 0
  /** Larger ones that aren't complete, the oldest first. */
  readonly #incomplete = new Set<Body>()

  /** @param limit how many bytes the larger ones may hold together */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** @param cut called when it is dropped: nothing more of it is held */
  begin(cut: () => void): Body {
    return new Body(this, cut)
  }

  /** A large body holds so many bytes more. */
  grown(body: Body, bytes: number): void {
    this.#held += bytes
    this.#incomplete.add(body)
    for (const oldest of this.#incomplete) {
      if (this.#held <= this.#limit) return
      oldest.cut()
    }
  }

  completed(body: Body): void {
    this.#incomplete.delete(body)
  }

  /** @param bytes the sum of what was reported as grown */
  released(body: Body, bytes: number): void {
    this.#incomplete.delete(body)
    this.#held -= bytes
  }
}

export class Body {
  readonly #all: Bodies
  readonly #onCut: () => void
  #chunks: Buffer[] = []
  #size = 0
  /** How much of it was reported as grown. */
  #counted = 0
  #released = false

  constructor(all: Bodies, onCut: () => void) {
    this.#all = all
    this.#onCut = onCut
  }

  /** Whether nothing of it is held any more. */
  get isReleased(): boolean {
    return this.#released
  }

  /** How much has arrived, in bytes. */
  get size(): number {
    return this.#size
  }

  add(chunk: Buffer): void {
    if (this.#released) return
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size <= SMALL_BYTES) return
    const grown = this.#size - this.#counted
    this.#counted = this.#size
    this.#all.grown(this, grown)
  }

  /** The complete body; null if it was cut. It counts toward the limit until it is released. */
  whole(): Buffer | null {
    if (this.#released) return null
    this.#all.completed(this)
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
  }

  /** Frees the memory. */
  release(): void {
    if (this.#released) return
    this.#released = true
    this.#chunks = []
    this.#all.released(this, this.#counted)
  }

  /** Drops the body, and lets the owner answer. */
  cut(): void {
    this.release()
    this.#onCut()
  }
}
