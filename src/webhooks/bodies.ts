/**
 * The bodies in memory, over all connections. Small ones, as events have them, are always taken. The others share
 * a limit, and past it the oldest that hasn't come whole is cut: senders that stall keep out none that doesn't.
 */

/** A body of so many bytes is small. */
export const SMALL_BYTES = 16 * 1024

export class Bodies {
  readonly #limit: number
  /** How many bytes the larger ones hold. */
  #held = 0
  /** Larger ones that haven't come whole, the oldest first. */
  readonly #coming = new Set<Body>()

  /** @param limit how many bytes the larger ones may hold together */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** @param cut ends its connection */
  begin(cut: () => void): Body {
    return new Body({
      grown: (body, bytes) => this.#grown(body, bytes),
      whole: body => void this.#coming.delete(body),
      released: (body, bytes) => {
        this.#coming.delete(body)
        this.#held -= bytes
      },
      cut,
    })
  }

  #grown(body: Body, bytes: number): void {
    this.#held += bytes
    this.#coming.add(body)
    for (const oldest of this.#coming) {
      if (this.#held <= this.#limit) return
      oldest.cut()
    }
  }
}

interface Owner {
  /** It is large, and holds so many bytes more. */
  grown(body: Body, bytes: number): void
  whole(body: Body): void
  /** @param bytes those that counted as grown */
  released(body: Body, bytes: number): void
  cut(): void
}

export class Body {
  readonly #owner: Owner
  #chunks: Buffer[] = []
  #size = 0
  /** How much of it counts. */
  #counted = 0
  #isOver = false

  constructor(owner: Owner) {
    this.#owner = owner
  }

  /** How much of it has come, in bytes. */
  get size(): number {
    return this.#size
  }

  add(chunk: Buffer): void {
    if (this.#isOver) return
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size <= SMALL_BYTES) return
    const grown = this.#size - this.#counted
    this.#counted = this.#size
    this.#owner.grown(this, grown)
  }

  /** All of it, once it has come whole; null of one that was cut. It counts until it is released. */
  whole(): Buffer | null {
    if (this.#isOver) return null
    this.#owner.whole(this)
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
  }

  /** It isn't needed any more. */
  release(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#chunks = []
    this.#owner.released(this, this.#counted)
  }

  /** It is given up, and so is its connection. */
  cut(): void {
    this.release()
    this.#owner.cut()
  }
}
