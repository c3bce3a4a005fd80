/** A creation is one change: all of it, or nothing. */

import { expect, it } from 'vitest'
import { creation, expectRefusal, startRest } from './harness.ts'

it('leaves nothing if its event cannot be written, and is answered with the error', async () => {
  const { api, addKey, database, faults } = await startRest()
  const key = addKey('store_1')
  database.exec("CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'broken'); END")
  expectRefusal(await api(key, '/payments', creation({ amount: 1 })), 500, 'internal_error')
  expect((await api(key, '/payments')).body).toMatchObject({ data: [], pagination: { total: 0 } })
  expect(faults).toEqual([expect.objectContaining({ message: 'broken' })])
})
