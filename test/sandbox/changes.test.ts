/** Who watches the sandbox hears of every change, after it is done. */

import { expect, it } from 'vitest'
import { centavos } from '#contract/money.ts'
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

it('says what has changed, once, and nothing of a refusal', async () => {
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
  const storeId = 'store_sandbox'
  const id = () => service.list(storeId, 1, 1).charges[0]!.id
  expect(await heard(() => service.seed(storeId, 1))).toBe(1)
  expect(await heard(() => service.move(storeId, id(), 'pay'))).toBe(1)
  expect(await heard(() => service.deposit(storeId, centavos(100)))).toBe(1)
  expect(await heard(() => service.list(storeId, 1, 1))).toBe(0)
  expect(await heard(() => service.move(storeId, 'pay_none', 'pay'))).toBe(0)
  let key = ''
  const newKey = { apiKey: 'service_live_x', storeId, permissions: [] }
  expect(await heard(() => (key = addKey(database, 0, newKey)))).toBe(1)
  expect(await heard(() => revokeKey(database, storeId, key, 1))).toBe(1)
  let endpoint = ''
  const webhook = { url: 'http://127.0.0.1:1/', events: [], secret: undefined }
  expect(await heard(() => (endpoint = addEndpoint(database, 0, storeId, webhook).id))).toBe(1)
  expect(await heard(() => removeEndpoint(database, storeId, endpoint))).toBe(1)
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
