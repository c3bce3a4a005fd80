/** The origin a secret may be sent to is kept with the secret: an edited config.json can't change it. */

import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { secretsPath, writeProfileFile, writeToFile } from '#credentials/file-storage.ts'
import { type Keychain, openKeychain } from '#credentials/keychain.ts'
import { updateConfig } from '#credentials/profiles.ts'
import { profileWithFile } from '#credentials/secrets.ts'
import { systemClock } from '#lib/clock.ts'
import { steps } from '../support/steps.ts'
import { ADDRESSES, newShop, type Shop } from './shop.ts'
import { describeWith, failureOf } from './support.ts'

const clock = systemClock
const EVIL = 'https://evil.example/api/v1'

let configDir: string
let shop: Shop
beforeEach(() => {
  shop = newShop()
  configDir = shop.configDir
})

/** config.json as somebody edits it who wants the key: both the address and the origin beside it. */
const moveToEvil = (storage: 'keychain' | 'file') =>
  updateConfig(configDir, clock, config => {
    const secrets = { 'api-key': { storage, origin: 'https://evil.example' } }
    config.profiles.set('shop', { baseUrl: EVIL, secrets })
  })

const recordIn = (storage: 'keychain' | 'file') =>
  updateConfig(configDir, clock, config => {
    config.profiles.set('shop', {
      ...ADDRESSES,
      secrets: { 'api-key': { storage, origin: 'https://pay.example' } },
    })
  })

/** A keychain in memory, with what it keeps. */
function keychainOf(kept: Map<string, string>, refuse = () => false): Keychain {
  return openKeychain({
    clock,
    load: async () => ({
      getPassword: async (_service, account) => kept.get(account) ?? null,
      setPassword: async (_service, account, password) => {
        if (refuse()) throw new Error('the collection is locked')
        kept.set(account, password)
      },
      deletePassword: async (_service, account) => kept.delete(account),
    }),
  })
}

async function expectNotSent(keychain?: Keychain): Promise<void> {
  const failure = await failureOf(shop.resolve('api-key', keychain ? { keychain } : {}))
  expect(failure).toMatchObject({ problem: 'wrong_origin', category: 'unauthenticated' })
  expect(failure.message).toContain('https://pay.example')
  expect(failure.message).toContain('https://evil.example')
  expect(failure.message + steps(failure)).not.toContain('service_live_1')
}

describe('an edited config.json moves no secret', () => {
  test('of secrets.json', async () => {
    await shop.store('api-key', 'service_live_1')
    await moveToEvil('file')
    await expectNotSent()
  })

  test('of a keychain', async () => {
    const keychain = keychainOf(new Map())
    await shop.store('api-key', 'service_live_1', { keychain })
    await moveToEvil('keychain')
    await expectNotSent(keychain)
  })
})

describe('a secret of an early version, without its origin', () => {
  test('of secrets.json is used, and stored with it when it is first read', async () => {
    await writeToFile(configDir, clock, 'shop', 'api-key', 'service_live_1')
    await writeToFile(configDir, clock, 'shop', 'ws-token', 'service_ws_1')
    await recordIn('file')
    expect(await shop.resolve('api-key')).toEqual({ values: ['service_live_1'], source: 'file' })
    const { shop: kept } = JSON.parse(readFileSync(secretsPath(configDir), 'utf8'))
    expect(JSON.parse(kept['api-key'])).toEqual({ origin: 'https://pay.example', secret: 'service_live_1' })
    expect(kept['ws-token']).toBe('service_ws_1')
    expect(await shop.resolve('api-key')).toMatchObject({ values: ['service_live_1'] })
    await moveToEvil('file')
    await expectNotSent()
  })

  test('of a keychain, too', async () => {
    const kept = new Map([['shop/api-key', 'service_live_1']])
    const keychain = keychainOf(kept)
    await recordIn('keychain')
    expect(await shop.resolve('api-key', { keychain })).toMatchObject({ values: ['service_live_1'] })
    expect(JSON.parse(kept.get('shop/api-key')!)).toEqual({
      origin: 'https://pay.example',
      secret: 'service_live_1',
    })
    await moveToEvil('keychain')
    await expectNotSent(keychain)
  })

  test('is used though it can’t be stored again, and is stored by a later run', async () => {
    const kept = new Map([['shop/api-key', 'service_live_1']])
    let locked = true
    const keychain = keychainOf(kept, () => locked)
    await recordIn('keychain')
    expect(await shop.resolve('api-key', { keychain })).toMatchObject({ values: ['service_live_1'] })
    expect(kept.get('shop/api-key')).toBe('service_live_1')
    locked = false
    await shop.resolve('api-key', { keychain })
    expect(kept.get('shop/api-key')).toContain('https://pay.example')
  })

  test('is not stored again if it isn’t one', async () => {
    const kept = new Map([['shop/api-key', '{"origin":7,"secret":"service_live_HIDDEN"}']])
    await recordIn('keychain')
    const failure = await failureOf(shop.resolve('api-key', { keychain: keychainOf(kept) }))
    expect(failure).toMatchObject({ problem: 'unusable_secret' })
    expect(failure.message + steps(failure)).not.toContain('HIDDEN')
    expect(kept.get('shop/api-key')).toContain('"origin":7')
  })

  test('is not changed in the sandbox’s own file', async () => {
    const path = `${configDir}/sandbox/secrets.json`
    await writeProfileFile(path, clock, { 'api-key': 'service_live_1' })
    await updateConfig(configDir, clock, config => {
      config.profiles.set('shop', profileWithFile({ baseUrl: 'http://127.0.0.1:1' }, path, ['api-key']))
    })
    expect(await shop.resolve('api-key')).toMatchObject({ values: ['service_live_1'] })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ 'api-key': 'service_live_1' })
  })
})

describeWith('service', 'the origin in a real keychain', () => {
  test('is stored with the secret, and binds it', async () => {
    const keychain = openKeychain({ clock })
    const profileName = 'shop'
    await keychain.set(profileName, 'api-key', 'service_live_1')
    await recordIn('keychain')
    expect(await shop.resolve('api-key', { keychain })).toMatchObject({ values: ['service_live_1'] })
    expect(JSON.parse((await keychain.get(profileName, 'api-key'))!)).toEqual({
      origin: 'https://pay.example',
      secret: 'service_live_1',
    })
    await moveToEvil('keychain')
    await expectNotSent(keychain)
    await keychain.delete(profileName, 'api-key')
  })
})
