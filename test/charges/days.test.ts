/** What `reconcile` sums up by day. */

import { describe, expect, it } from 'vitest'
import type { ListedCharge } from '#charges/reconcile/compare.ts'
import { sumDays } from '#charges/totals.ts'
import { charge } from './reconcile/compare-setup.ts'

describe('the days', () => {
  const sum = (charges: Record<string, ListedCharge>, since = Number.NEGATIVE_INFINITY) =>
    sumDays(new Map(Object.entries(charges)), since)
  const local = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString()

  it('count what was paid and sum its netAmount up exactly, by the local day, oldest first', () => {
    // In binary fractions, 0.1 and 0.2 would be 0.30000000000000004.
    const charges = {
      pay_1: charge({ paidAt: local(11, 0), netAmount: 0.1 }),
      pay_2: charge({ paidAt: local(10, 23), netAmount: 5 }),
      pay_3: charge({ paidAt: local(11, 23), netAmount: 0.2 }),
      pay_4: charge({ status: 'EXPIRED', paidAt: null }),
    }
    expect(sum(charges)).toEqual([
      { period: '2026-03-10', paid: 1, netAmount: 5 },
      { period: '2026-03-11', paid: 2, netAmount: 0.3 },
    ])
  })

  it('leave out what was paid before --since', () => {
    const charges = { pay_1: charge({ paidAt: local(10, 11) }), pay_2: charge({ paidAt: local(10, 12) }) }
    expect(sum(charges, new Date(2026, 2, 10, 12).getTime())).toEqual([
      { period: '2026-03-10', paid: 1, netAmount: 10.39 },
    ])
  })

  it('are an error when a netAmount is not whole centavos', () => {
    expect(() => sum({ pay_1: charge({ netAmount: 10.395 }) })).toThrow(
      'the netAmount of charge pay_1 is not whole centavos',
    )
  })
})
