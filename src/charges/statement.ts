/** What happened with a store's charges in periods of time. */

import { timeOf } from '#contract/charge-filter.ts'
import type { Payment } from '#contract/generated/types.ts'
import type { Period } from './periods.ts'
import { addCharge, noSums, type Sums } from './totals.ts'

/** What happened in a period: created charges by their time of creation, paid ones by their time of payment. */
export interface PeriodTotals {
  /** Charges created in the period, and how many of those are now EXPIRED or FAILED. */
  created: number
  expired: number
  failed: number
  /** Charges paid in the period, no matter when they were created. */
  paid: Sums
}

export function noPeriodTotals(): PeriodTotals {
  return { created: 0, expired: 0, failed: 0, paid: noSums() }
}

/** Collects charges in any order; each must be added once. */
export class Statement {
  readonly totals: PeriodTotals[]
  /** Charges that are PAID without a time of payment. They belong to no period. */
  undated = 0
  readonly #periods: readonly Period[]

  /** @param periods one after another, without a gap */
  constructor(periods: readonly Period[]) {
    this.#periods = periods
    this.totals = periods.map(noPeriodTotals)
  }

  add(charge: Payment): void {
    const made = this.#at(timeOf(charge.createdAt))
    if (made) {
      made.created++
      if (charge.status === 'EXPIRED') made.expired++
      if (charge.status === 'FAILED') made.failed++
    }
    if (charge.status !== 'PAID') return
    const paidMs = charge.paidAt === null ? Number.NaN : timeOf(charge.paidAt)
    if (Number.isNaN(paidMs)) this.undated++
    const period = this.#at(paidMs)
    if (period) addCharge(period.paid, charge)
  }

  #at(ms: number): PeriodTotals | undefined {
    let [low, high] = [0, this.#periods.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#periods[middle]!.before <= ms) low = middle + 1
      else high = middle
    }
    const period = this.#periods[low]
    return period && ms >= period.from ? this.totals[low] : undefined
  }
}
