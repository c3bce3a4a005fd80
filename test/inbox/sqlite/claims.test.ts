/** What the claims of SQLite keep in memory. */

import { expect, it } from 'vitest'
import { Claims } from '#inbox/sqlite/claims.ts'
import { openInbox, take } from '../arriving.ts'

it('a claim gives at most 8 MiB of bodies, and at least one', async () => {
  const inbox = await openInbox()
  const claims = new Claims(inbox.prepare, false)
  const body = Buffer.alloc(1024 * 1024)
  for (let n = 1; n <= 12; n++) {
    take(inbox, { delivery: `dlv_${n}`, eventId: `evt_${n}`, paymentId: `pay_${n}`, body })
  }
  expect(claims.claim(100).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(claims.claim(100).map(({ id }) => id)).toEqual([9, 10, 11, 12])
})
