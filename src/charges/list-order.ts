/** Finds out in which order the service lists charges, from those read so far. The service promises no order. */

import { type Span, timeOf } from '#contract/charge-filter.ts'

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

/** Whether a whole page was created outside the span, and the order of all charges so far proves that the rest was too. */
export function isBeyond(
  order: Order,
  rows: readonly { createdAt: string }[],
  { from, before }: Span,
): boolean {
  if (rows.length === 0) return false
  const times = () => rows.map(({ createdAt }) => timeOf(createdAt))
  if (order === 'newest first' && from !== undefined) return times().every(ms => ms < from)
  return order === 'oldest first' && before !== undefined && times().every(ms => ms >= before)
}
