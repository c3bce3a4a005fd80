/** Adding stores, and the secrets of each. What they share is in two-stores.test.ts. */

import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StoreAccess, StoreProfiles } from '#sandbox/index.ts'
import { newDataDir, startOn, startProcess } from './data-folder.ts'
import { callers, expectRefusal, startHarness, storesOf } from './harness.ts'

const add = (access: StoreAccess, name: unknown) => callers(access).control('/stores', { name })

describe('adding a store', () => {
  it('takes a name of up to 30 letters, digits and hyphens', async () => {
    const { sandbox } = await startHarness()
    for (const name of [
      '',
      'Filial',
      'a b',
      '-a',
      'a/b',
      '../x',
      'a_b',
      'é',
      'x'.repeat(31),
      5,
      null,
      undefined,
    ])
      expectRefusal(await add(sandbox, name), 400, 'invalid_store_name')
    const names = ['9', '0-', 'a'.repeat(30)]
    for (const name of names) expect((await add(sandbox, name)).status, name).toBe(201)
    expect(storesOf(sandbox).map(({ name }) => name)).toEqual(['main', ...names])
  })

  it('is refused a name in use, also when two ask for it at once', async () => {
    const { sandbox } = await startHarness()
    expectRefusal(await add(sandbox, 'main'), 409, 'store_exists')
    const both = await Promise.all([add(sandbox, 'filial'), add(sandbox, 'filial')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(storesOf(sandbox).map(({ name }) => name)).toEqual(['main', 'filial'])
  })

  it('is done when its profile could not be written, which the answer says', async () => {
    const faults: unknown[] = []
    const profiles: StoreProfiles = {
      nameOf: store => `sandbox-${store}`,
      refusal: async () => null,
      add: () => Promise.reject(new Error('no room')),
      update: async () => {},
      remove: async () => {},
    }
    const { sandbox } = await startHarness({ profiles, onFault: fault => faults.push(fault) })
    const answer = await callers(sandbox).control('/stores', { name: 'filial', profile: true })
    expect(answer).toMatchObject({ status: 201, body: { data: { profile: null } } })
    expect(faults).toEqual([expect.objectContaining({ message: 'no room' })])
    expect((await callers(storesOf(sandbox)[1]!).api('/status')).status).toBe(200)
  })
})

describe('the secrets of an added store', () => {
  it('stay the same, those of its endpoints too', async () => {
    const dataDir = newDataDir()
    const first = await startOn(dataDir)
    await add(first, 'filial')
    const url = 'http://127.0.0.1:1/'
    const endpoint = (await callers(storesOf(first)[1]!).control('/webhooks', { url })).body.data
    const { name, apiKey, wsToken, endpoints } = storesOf(first)[1]!
    expect(endpoints).toEqual([{ id: endpoint.id, url, secret: endpoint.secret }])
    await first.close()
    const second = await startOn(dataDir)
    expect(storesOf(second)[1]).toMatchObject({ name, apiKey, wsToken, endpoints })
    expect(second.endpoints).toEqual([])
    const file = (name: string) => JSON.parse(readFileSync(join(dataDir, name), 'utf8'))
    expect(file('secrets-filial.json')).toMatchObject({ 'webhook-secret': endpoint.secret })
    expect(file('secrets.json')).not.toHaveProperty('webhook-secret')
  })

  it('outlive a killed process once the creation is answered', async () => {
    const dataDir = newDataDir()
    const { child, addresses } = await startProcess(dataDir)
    const added = (await callers(addresses).control('/stores', { name: 'filial' })).body.data
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { apiKey, wsToken } = added
    expect(storesOf(await startOn(dataDir))[1]).toMatchObject({ name: 'filial', apiKey, wsToken })
  })

  it('are those of a creation that was cut after they were written', async () => {
    const dataDir = newDataDir()
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const [apiKey, wsToken] = [`service_live_${'1'.repeat(48)}`, `service_ws_${'2'.repeat(48)}`]
    const left = JSON.stringify({ 'api-key': apiKey, 'ws-token': wsToken })
    writeFileSync(join(dataDir, 'secrets-filial.json'), left, { mode: 0o600 })
    const sandbox = await startOn(dataDir)
    expect(storesOf(sandbox)).toHaveLength(1)
    expect((await add(sandbox, 'filial')).body.data).toMatchObject({ apiKey, wsToken })
    expect((await callers(storesOf(sandbox)[1]!).api('/status')).status).toBe(200)
  })

  it('that cannot be read are an error that names the file, and nothing is replaced', async () => {
    const dataDir = newDataDir()
    const first = await startOn(dataDir)
    await add(first, 'filial')
    await first.close()
    const path = join(dataDir, 'secrets-filial.json')
    writeFileSync(path, 'half')
    await expect(startOn(dataDir)).rejects.toMatchObject({
      code: 'sandbox_data',
      message: expect.stringContaining('secrets-filial.json'),
    })
    expect(readFileSync(path, 'utf8')).toBe('half')
  })
})

describe('a key that expires', () => {
  it.each([0, -1, 1.5, '60', 316_224_001, true])('is refused the time %j', async expiresIn => {
    const { control } = await startHarness()
    expectRefusal(await control('/keys', { expiresIn }), 400, 'invalid_expiry')
    expect((await control('/keys')).body.data).toHaveLength(1)
  })

  it('is a 401 from that moment on, and stays in the list', async () => {
    const { control, api, clock } = await startHarness()
    const { apiKey, expiresAt } = (await control('/keys', { expiresIn: 60 })).body.data
    expect(expiresAt).toBe(new Date(clock.now() + 60_000).toISOString())
    const headers = { Authorization: `Bearer ${apiKey}` }
    clock.advance(59_999)
    expect((await api('/status', { headers })).status).toBe(200)
    clock.advance(1)
    const refused = await api('/status', { headers })
    expectRefusal(refused, 401, 'unauthorized')
    expect(refused.body.error).toContain('expired')
    expect((await control('/keys')).body.data[1]).toMatchObject({ expiresAt, revokedAt: null })
  })
})
