/** How long a charge can still be paid. */

import { expect, it } from 'vitest'
import { leftMs } from '#charges/waiting/expiry.ts'
import type { Payment } from '#contract/generated/types.ts'

it.each([
  // The Date header, which gives the service's time, has whole seconds.
  ['2026-11-20T12:30:00.900Z', 1_800_000],
  ['2026-11-20T12:29:59.900Z', 1_799_900],
  // It waits for its Pix code.
  [null, 1_800_000],
])('until %s is %i ms, and never more than its validity', (expiresAt, ms) => {
  const charge = { expiresAt, createdAt: '2026-11-20T12:00:00.900Z', validityMinutes: 30 } as Payment
  expect(leftMs(charge, Date.parse('2026-11-20T12:00:00Z'))).toBe(ms)
})
