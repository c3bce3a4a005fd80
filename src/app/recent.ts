/** The latest ids, at least `size` of them and at most twice as many. */
export class Recent {
  readonly #size: number
  #older = new Set<string>()
  #newer = new Set<string>()

  constructor(size: number) {
    this.#size = size
  }

  has(id: string): boolean {
    return this.#newer.has(id) || this.#older.has(id)
  }

  /** Remembers an id; false when it is known already. */
  add(id: string): boolean {
    if (this.#newer.size === this.#size) {
      this.#older = this.#newer
      this.#newer = new Set()
    }
    const before = this.#newer.size
    return this.#newer.add(id).size > before && !this.#older.has(id)
  }
}
