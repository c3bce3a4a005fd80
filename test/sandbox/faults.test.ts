import { expect, it } from 'vitest'
import { newDataDir } from './data-folder.ts'
import { creation, expectRefusal, startRest } from './harness.ts'

it('answers 503 when the disk is full, leaves nothing half done, and works again when there is space', async () => {
  const { database, addKey, api, service, faults } = await startRest(newDataDir())
  const key = addKey('store_sandbox')
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count)
  // SQLite's own limit of a database's size ends a write as a full disk does: SQLITE_FULL.
  database.exec(`PRAGMA max_page_count = ${pages + 4}`)

  const answers = []
  for (let n = 0; n < 200; n++) {
    answers.push(await api(key, '/payments', creation({ amount: 10, description: 'x'.repeat(80) })))
    if (answers.at(-1)?.status !== 201) break
  }
  const refused = answers.at(-1)!
  expectRefusal(refused, 503, 'storage_full')
  expect(refused.text).not.toMatch(/sqlite|disk I\/O|database/i)
  expect(faults).toEqual([expect.objectContaining({ errcode: 13 })])

  const created = answers.length - 1
  expect(created).toBeGreaterThan(0)
  const list = await api(key, '/payments')
  expect(list.status).toBe(200)
  expect(list.body.pagination.total).toBe(created)
  expect(service.outbox.rows('store_sandbox', 0, 1000)).toHaveLength(created)

  database.exec('PRAGMA max_page_count = 1000000')
  const request = creation({ amount: 10 })
  expect((await api(key, '/payments', request)).status).toBe(201)
  expect((await api(key, '/payments', request)).status).toBe(200)
})

it('answers 500 to an internal error without its details, and continues', async () => {
  const { database, addKey, api, faults } = await startRest()
  const key = addKey('store_sandbox')
  database.exec('ALTER TABLE payments RENAME TO hidden_payments')
  const answer = await api(key, '/payments')
  expectRefusal(answer, 500, 'internal_error')
  expect(answer.body.error).toBe('internal error')
  expect(faults).toEqual([expect.objectContaining({ message: expect.stringContaining('no such table') })])
  database.exec('ALTER TABLE hidden_payments RENAME TO payments')
  expect((await api(key, '/payments')).status).toBe(200)
})

it('reports a fault of the expiry timer, and expires the charge at the next read', async () => {
  const { database, addKey, api, clock, faults, service } = await startRest()
  const key = addKey('store_sandbox')
  const { id } = (await api(key, '/payments', creation({ amount: 10 }))).body.data
  database.exec("CREATE TRIGGER broken BEFORE UPDATE ON payments BEGIN SELECT raise(ABORT, 'broken'); END")
  clock.advance(31 * 60_000)
  expect(faults).toEqual([expect.objectContaining({ message: 'broken' })])
  database.exec('DROP TRIGGER broken')
  expect((await api(key, `/payments/${id}`)).body.data.status).toBe('EXPIRED')
  expect(service.outbox.rows('store_sandbox', 0, 9).map(({ event }) => JSON.parse(event).type)).toEqual([
    'payment.created',
    'payment.expired',
  ])
})
