import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { isPaidLate } from '#contract/states.ts'

describe('a late payment', () => {
  const cases: [string, Pick<Payment, 'status' | 'expiresAt' | 'paidAt'>, boolean][] = [
    ['paid after the expiry', paid('2026-11-20T15:30:00.001Z'), true],
    ['paid at the moment of the expiry', paid('2026-11-20T15:30:00.000Z'), false],
    ['paid before it', paid('2026-11-20T15:29:59.999Z'), false],
    ['compares moments, not texts', paid('2026-11-20T12:31:00-03:00'), true],
    ['compares moments, not texts', paid('2026-11-20T16:29:00+01:00'), false],
    ['has no expiry', { ...paid('2026-11-20T16:00:00Z'), expiresAt: null }, false],
    ['has no time of payment', { ...paid(''), paidAt: null }, false],
    ['is not PAID', { ...paid('2026-11-20T16:00:00Z'), status: 'EXPIRED' }, false],
  ]
  it.each(cases)('%s', (_, charge, isLate) => {
    expect(isPaidLate(charge)).toBe(isLate)
  })
})

function paid(paidAt: string) {
  return { status: 'PAID', expiresAt: '2026-11-20T15:30:00.000Z', paidAt } as const
}
