/** Finds out in which order the service lists charges, from those read so far. The service promises no order. */

export type Order = 'unknown' | 'newest first' | 'oldest first' | 'none'

export class ListOrder {
  #order: Order = 'unknown'
  #lastMs: number | undefined

  /** Unknown until two charges have different times; `none` for ever after one charge out of order. */
  get order(): Order {
    return this.#order
  }

  /** Call it if the next charge does not follow the last one in the list. */
  skip(): void {
    this.#lastMs = undefined
  }

  /** Adds the next charge of the list by its `createdAt` in milliseconds. NaN (not a time) proves that there is no order. */
  add(ms: number): void {
    const last = this.#lastMs
    this.#lastMs = ms
    if (Number.isNaN(ms)) this.#order = 'none'
    if (last === undefined || last === ms || this.#order === 'none') return
    const step: Order = ms < last ? 'newest first' : 'oldest first'
    if (this.#order === 'unknown') this.#order = step
    else if (this.#order !== step) this.#order = 'none'
  }
}
