/** What proves that no more of the service's list has to be read: its order, and how late a charge may be paid. */

import type { Span } from '#contract/charge-filter.ts'
import { VALIDITY_MINUTES } from '#contract/limits.ts'

/** How long after its expiry a charge may be paid late (docs/decisions/state.md#archive). The service gives no limit. */
export const LATE_PAYMENT_MS = 30 * 24 * 60 * 60_000

const LONGEST_VALIDITY_MS = Math.max(...VALIDITY_MINUTES) * 60_000

/** No charge that was created before this time is paid at `ms` or later. */
export function settledBefore(ms: number): number {
  return ms - LONGEST_VALIDITY_MS - LATE_PAYMENT_MS
}

export type Order = 'unknown' | 'newest first' | 'oldest first' | 'none'

/** The order of the list, found out from the charges read so far. The service promises none. */
export class ListOrder {
  /** Unknown until two charges have different times; `none` for ever after one charge out of order. */
  order: Order = 'unknown'
  #lastMs: number | undefined

  /** Call it if the next charge does not follow the last one in the list. */
  skip(): void {
    this.#lastMs = undefined
  }

  /** Adds the next charge of the list. A `createdAt` that isn't a time proves that there is no order. */
  add({ createdAt }: { createdAt: string }): void {
    const [last, ms] = [this.#lastMs, Date.parse(createdAt)]
    this.#lastMs = ms
    if (Number.isNaN(ms)) this.order = 'none'
    if (last === undefined || last === ms) return
    const step: Order = ms < last ? 'newest first' : 'oldest first'
    if (this.order === 'unknown') this.order = step
    else if (this.order !== step) this.order = 'none'
  }

  /** Whether a whole page was created outside the span, and the order so far proves that the rest was too. */
  isBeyond(page: readonly { createdAt: string }[], { from, before }: Span): boolean {
    if (page.length === 0) return false
    const times = () => page.map(({ createdAt }) => Date.parse(createdAt))
    if (this.order === 'newest first' && from !== undefined) return times().every(ms => ms < from)
    return this.order === 'oldest first' && before !== undefined && times().every(ms => ms >= before)
  }
}
