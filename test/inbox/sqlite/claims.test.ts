/** What the claims of SQLite keep in memory. */

import { expect, it } from 'vitest'
import { Claims } from '#inbox/sqlite/claims.ts'
import { FakeClock } from '../../support/clock.ts'
import { openInbox, take } from '../arriving.ts'

it('a claim gives at most 8 MiB of bodies, and at least one', async () => {
  const inbox = await openInbox()
  const claims = new Claims(inbox.prepare, false, new FakeClock())
  const body = Buffer.alloc(1024 * 1024)
  for (let n = 1; n <= 12; n++) {
    take(inbox, { delivery: `dlv_${n}`, eventId: `evt_${n}`, paymentId: `pay_${n}`, body })
  }
  expect(claims.claim(100).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(claims.claim(100).map(({ id }) => id)).toEqual([9, 10, 11, 12])
})

it('an older delivery that became pending again is found within a second, also behind many others', async () => {
  const inbox = await openInbox()
  const clock = new FakeClock()
  const claims = new Claims(inbox.prepare, false, clock)
  for (let n = 1; n <= 1200; n++) {
    take(inbox, {
      delivery: `dlv_${n}`,
      eventId: `evt_${n}`,
      paymentId: n === 1 ? 'pay_1' : 'pay_2',
      forward: n > 1,
    })
  }
  expect(claims.claim(10).map(({ id }) => id)).toEqual([2])
  expect(claims.claim(10)).toEqual([])
  take(inbox, { delivery: 'dlv_1', eventId: 'evt_1', paymentId: 'pay_1', againUpTo: 1200 })
  clock.advance(1000)
  expect(claims.claim(10).map(({ id }) => id)).toEqual([1])
})
