/** Stores for a test run: made without a profile, and removed. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { StoreProfiles } from '#sandbox/index.ts'
import { newDataDir, startOn } from './data-folder.ts'
import { callers, expectRefusal, startHarness, storesOf } from './harness.ts'
import { openRealtime } from './realtime-client.ts'
import { startReceiver } from './receiver.ts'

const DELETE = { method: 'DELETE' }

it('removes a store with everything that it has, and nothing of another one', async () => {
  const { sandbox, control, create, clock } = await startHarness()
  const receiver = await startReceiver(response => response.writeHead(500).end())
  const access = (await control('/stores', { name: 'worker' })).body.data
  const worker = callers(access)
  await worker.control('/webhooks', { url: receiver.url })
  await worker.control('/faults', { on: 'get', kind: 'hang' })
  const { id } = (await worker.create()).body.data
  await worker.control(`/charges/${id}/pay`, {})
  await create()
  await receiver.received.until(2)
  const client = await openRealtime(access)
  client.send({ op: 'auth', token: access.wsToken })
  await client.messages.until(1)

  expect((await control('/stores/worker', undefined, DELETE)).body).toEqual({ data: { name: 'worker' } })
  expect(await client.closed).toEqual({ code: 4401, reason: 'the store was removed' })
  expectRefusal(await worker.api('/status'), 401, 'unauthorized')
  expectRefusal(await worker.control('/keys'), 401, 'unauthorized')
  const late = await openRealtime(access)
  late.send({ op: 'auth', token: access.wsToken })
  expect((await late.closed).code).toBe(4401)
  expect((await control('/stores')).body.data.map(({ name }: { name: string }) => name)).toEqual(['main'])
  const tables = ['payments', 'credits', 'outbox', 'endpoints', 'deliveries', 'attempts', 'keys', 'stores']
  const left = tables.map(table =>
    sandbox.parts.database.prepare(`SELECT count(*) AS rows FROM ${table}`).get(),
  )
  expect(left.map(row => row?.rows)).toEqual([1, 0, 1, 0, 0, 0, 1, 1])
  clock.advance(60_000)
  await control('/keys')
  expect(receiver.received.all).toHaveLength(2)

  const again = (await control('/stores', { name: 'worker' })).body.data
  expect(again.apiKey).not.toBe(access.apiKey)
  expect((await callers(again).api('/payments')).body.data).toEqual([])
  expect((await callers(again).control('/requests?path=/status')).body.data).toEqual([])
})

it('can be the store of the key itself, but not the first one, nor one that is not there', async () => {
  const { control } = await startHarness()
  const worker = callers((await control('/stores', { name: 'worker' })).body.data)
  expectRefusal(await worker.control('/stores/main', undefined, DELETE), 409, 'first_store')
  expectRefusal(await worker.control('/stores/Worker', undefined, DELETE), 404, 'store_not_found')
  expect((await worker.control('/stores/worker', undefined, DELETE)).status).toBe(200)
  expectRefusal(await control('/stores/worker', undefined, DELETE), 404, 'store_not_found')
})

it('leaves no secrets, so that a later store of its name has others', async () => {
  const dataDir = newDataDir()
  const sandbox = await startOn(dataDir)
  const { control } = callers(sandbox)
  const { apiKey } = (await control('/stores', { name: 'worker' })).body.data
  expect(existsSync(join(dataDir, 'secrets-worker.json'))).toBe(true)
  await control('/stores/worker', undefined, DELETE)
  expect(existsSync(join(dataDir, 'secrets-worker.json'))).toBe(false)
  expect((await control('/stores', { name: 'worker' })).body.data.apiKey).not.toBe(apiKey)
  await sandbox.close()
  expect(storesOf(await startOn(dataDir)).map(({ name }) => name)).toEqual(['main', 'worker'])
})

it('has a profile only where that is asked for, also after a restart', async () => {
  const calls: string[] = []
  const profiles: StoreProfiles = {
    nameOf: store => `sandbox-${store}`,
    refusal: async () => null,
    add: async ({ name }) => void calls.push(`add ${name}`),
    update: async ({ name }) => void calls.push(`update ${name}`),
    remove: async name => void calls.push(`remove ${name}`),
  }
  const dataDir = newDataDir()
  const sandbox = await startOn(dataDir, { profiles })
  const { control } = callers(sandbox)
  const plain = (await control('/stores', { name: 'plain' })).body.data
  expect(plain.profile).toBe(null)
  await callers(plain).control('/webhooks', { url: 'http://127.0.0.1:1/' })
  expect(calls).toEqual([])
  const kept = (await control('/stores', { name: 'kept', profile: true })).body.data
  expect(kept.profile).toBe('sandbox-kept')
  expectRefusal(await control('/stores', { name: 'x', profile: 'yes' }), 400, 'invalid_body')
  await sandbox.close()
  const again = await startOn(dataDir, { profiles })
  expect(again.parts.stores.withProfile().map(({ name }) => name)).toEqual(['main', 'kept'])
  const { control: later } = callers(again)
  for (const name of ['plain', 'kept']) await later(`/stores/${name}`, undefined, DELETE)
  expect(calls).toEqual(['add kept', 'remove kept'])
})
