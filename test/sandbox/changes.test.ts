/** Who watches the sandbox hears of every change, after it is done. */

import { expect, it } from 'vitest'
import { Changes, openDatabase } from '#sandbox/core/database.ts'
import { addKey, revokeKey } from '#sandbox/core/keys.ts'
import { addEndpoint, removeEndpoint } from '#sandbox/webhooks/endpoints.ts'
import { startRest } from './harness.ts'

it('makes one call of many changes in a turn, and none after the watcher stopped', async () => {
  const changes = new Changes()
  let calls = 0
  const stop = changes.watch(() => calls++)
  changes.changed()
  changes.changed()
  expect(calls).toBe(0)
  await Promise.resolve()
  expect(calls).toBe(1)
  changes.changed()
  await Promise.resolve()
  expect(calls).toBe(2)
  stop()
  changes.changed()
  await Promise.resolve()
  expect(calls).toBe(2)
})

it('says that charges, deposits and sample charges have changed, and nothing of a refusal', async () => {
  const { database, service } = await startRest()
  let calls = 0
  database.changes.watch(() => calls++)
  const heard = async (work: () => unknown) => {
    calls = 0
    try {
      work()
    } catch {}
    await Promise.resolve()
    return calls
  }
  const id = () => service.list('store_sandbox', 1, 1).charges[0]!.id
  expect(await heard(() => service.seed('store_sandbox', 1))).toBe(1)
  expect(await heard(() => service.move('store_sandbox', id(), 'pay'))).toBe(1)
  expect(await heard(() => service.deposit('store_sandbox', 100 as never))).toBe(1)
  expect(await heard(() => service.list('store_sandbox', 1, 1))).toBe(0)
  expect(await heard(() => service.move('store_sandbox', 'pay_none', 'pay'))).toBe(0)
})

it('says that keys and endpoints have changed', async () => {
  const { database } = await startRest()
  let calls = 0
  database.changes.watch(() => calls++)
  const storeId = 'store_sandbox'
  const key = addKey(database, 0, { apiKey: 'service_live_x', storeId, permissions: [] })
  await Promise.resolve()
  expect(calls).toBe(1)
  revokeKey(database, storeId, key, 1)
  await Promise.resolve()
  expect(calls).toBe(2)
  const url = 'http://127.0.0.1:1/'
  const endpoint = addEndpoint(database, 0, storeId, { url, events: [], secret: undefined })
  await Promise.resolve()
  expect(calls).toBe(3)
  removeEndpoint(database, storeId, endpoint.id)
  await Promise.resolve()
  expect(calls).toBe(4)
})

it('calls a watcher after the transaction, never in it', async () => {
  const database = openDatabase(':memory:')
  const seen: string[] = []
  database.changes.watch(() => seen.push('watcher'))
  database.transaction(() => {
    database.changes.changed()
    seen.push('work')
  })
  seen.push('committed')
  await Promise.resolve()
  expect(seen).toEqual(['work', 'committed', 'watcher'])
  database.close()
})
