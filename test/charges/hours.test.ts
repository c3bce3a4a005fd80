/** When a shop is busy: the hours of each day that have something. */

import { describe, expect, it } from 'vitest'
import { salesByHour } from '#charges/hours.ts'
import type { Payment } from '#contract/generated/types.ts'
import { charge } from './paged.ts'

const paid = (n: number, createdAt: string, paidAt: string, netAmount: number): Payment =>
  charge(n, createdAt, { status: 'PAID', paidAt, amount: netAmount + 0.5, fee: 0.5, netAmount })
/** Two days in São Paulo. */
const SPAN = { from: Date.parse('2026-11-19T03:00Z'), before: Date.parse('2026-11-21T03:00Z') }

describe('the sales by hour', () => {
  it('are those from the first to the last hour of each day, by the time of payment', () => {
    const charges = [
      paid(1, '2026-11-19T12:59:59Z', '2026-11-19T13:00:00Z', 10),
      paid(2, '2026-11-19T13:10:00Z', '2026-11-19T13:59:59Z', 0.3),
      charge(3, '2026-11-19T15:00:00Z', { status: 'EXPIRED' }),
      paid(4, '2026-11-20T02:59:00Z', '2026-11-20T20:00:00Z', 7),
      // Before and after the span.
      paid(5, '2026-11-18T12:00:00Z', '2026-11-18T12:00:00Z', 100),
      paid(6, '2026-11-21T03:00:00Z', '2026-11-21T03:00:00Z', 100),
    ]
    const hours = salesByHour(new Set(charges), SPAN)
    expect(hours.map(({ hour, created, count, netAmount }) => [hour, created, count, netAmount])).toEqual([
      ['2026-11-19T09', 1, 0, 0],
      ['2026-11-19T10', 1, 2, 1030],
      ['2026-11-19T11', 0, 0, 0],
      ['2026-11-19T12', 1, 0, 0],
      ...[13, 14, 15, 16, 17, 18, 19, 20, 21, 22].map(hour => [`2026-11-19T${hour}`, 0, 0, 0]),
      ['2026-11-19T23', 1, 0, 0],
      ['2026-11-20T17', 0, 1, 700],
    ])
    expect(hours[1]).toMatchObject({ amount: 1130, fee: 100 })
  })
})
