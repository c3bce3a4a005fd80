/** What the claims of SQLite keep in memory. */

import { expect, it } from 'vitest'
import { Claims } from '#inbox/sqlite/claims.ts'
import { openInbox, take } from '../arriving.ts'

it('an older delivery that became pending again is found, also before many others', async () => {
  const inbox = await openInbox()
  const claims = new Claims(inbox.prepare, false)
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
  expect(claims.claim(10).map(({ id }) => id)).toEqual([1])
})
