import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { secretsPath, writeProfileFile } from '#credentials/file-storage.ts'
import { configPath, readConfig, updateConfig } from '#credentials/profiles.ts'
import { originOf, profileWithFile, removeSecret, storeSecret } from '#credentials/secrets.ts'
import { systemClock } from '#lib/clock.ts'
import { steps } from '../support/steps.ts'
import { ADDRESSES, keychainOf, newShop, type Shop } from './shop.ts'
import { failureOf, forbiddenKeychain } from './support.ts'

const clock = systemClock

let configDir: string
let resolve: Shop['resolve']
let store: Shop['store']
let recordIn: Shop['recordIn']
beforeEach(() => {
  ;({ configDir, resolve, store, recordIn } = newShop())
})

describe('storing', () => {
  test('records where and for what, makes the first profile current, and puts no secret in config.json', async () => {
    expect(await store('api-key', 'service_live_1')).toEqual({ leftInKeychain: false })
    const options = { configDir, clock, keychain: forbiddenKeychain(), profileName: 'shop' }
    const where = { addresses: ADDRESSES, storage: 'file' } as const
    await storeSecret('webhook-secret', ['whsec_new', 'whsec_old'], { ...options, ...where })
    const text = readFileSync(configPath(configDir), 'utf8')
    expect(text).not.toMatch(/service_live_|whsec_/)
    expect(JSON.parse(text)).toEqual({
      version: 1,
      current: 'shop',
      profiles: {
        shop: {
          ...ADDRESSES,
          secrets: {
            'api-key': { storage: 'file', origin: 'https://pay.example' },
            'webhook-secret': { storage: 'file', origin: 'https://pay.example' },
          },
        },
      },
    })
    expect(await resolve('webhook-secret')).toMatchObject({ values: ['whsec_new', 'whsec_old'] })
  })

  test('for another address forgets the old origin, and leaves other kinds with theirs', async () => {
    await store('api-key', 'service_live_1')
    await store('webhook-secret', 'whsec_1')
    await store('api-key', 'service_live_2', { addresses: { baseUrl: 'https://new.example/api/v1' } })
    expect(await resolve('api-key')).toMatchObject({ values: ['service_live_2'] })
    expect(await failureOf(resolve('webhook-secret'))).toMatchObject({ problem: 'wrong_origin' })
    expect(readConfig(configDir).profiles.get('shop')).toMatchObject({ realtimeUrl: ADDRESSES.realtimeUrl })
  })

  test('without a keychain fails, and records nothing', async () => {
    const failure = await failureOf(
      store('api-key', 'service_live_HIDDEN', { keychain: forbiddenKeychain() }),
    )
    expect(failure).toMatchObject({ problem: 'no_keychain' })
    expect(steps(failure)).toContain('--insecure-storage')
    expect(readConfig(configDir).profiles.size).toBe(0)
  })

  test('a secret for a new origin that can’t be stored leaves no record of the old origin', async () => {
    await store('api-key', 'service_live_1')
    const addresses = { baseUrl: 'https://new.example/api/v1' }
    await failureOf(store('api-key', 'service_live_2', { addresses, keychain: forbiddenKeychain() }))
    expect(await failureOf(resolve('api-key'))).toMatchObject({ problem: 'no_secret' })
  })

  test('needs the address that the kind is for', async () => {
    const failure = await failureOf(
      store('ws-token', 'service_ws_1', { addresses: { baseUrl: 'https://a' } }),
    )
    expect(failure).toMatchObject({ problem: 'bad_address', category: 'usage' })
    expect(steps(failure)).toContain('--realtime-url')
  })

  test.each([
    ...['', 'pay.example', 'https://', 'mailto:a@b', 'file:///x', 'https://me:pass-HIDDEN@pay.example'],
    ...['https://:HIDDEN@pay.example', 'https://me-HIDDEN@pay.example'],
  ])('refuses the address %j', async address => {
    const failure = await failureOf(() => originOf(address))
    expect(failure).toMatchObject({ problem: 'bad_address' })
    expect(failure.message).not.toContain('HIDDEN')
  })
})

describe('removing', () => {
  const options = (keychain = forbiddenKeychain()) => ({ configDir, clock, keychain, profileName: 'shop' })
  const profile = () => readConfig(configDir).profiles.get('shop') ?? {}

  test('takes the secret and its record, and nothing else', async () => {
    await store('api-key', 'service_live_1')
    await store('ws-token', 'service_ws_1')
    const removed = { removed: true, leftInKeychain: false }
    expect(await removeSecret('api-key', options(), profile())).toEqual(removed)
    expect(await failureOf(resolve('api-key'))).toMatchObject({ problem: 'no_secret' })
    expect(readFileSync(secretsPath(configDir), 'utf8')).not.toContain('service_live_1')
    expect(await resolve('ws-token')).toMatchObject({ values: ['service_ws_1'] })
    expect(await removeSecret('api-key', options(), profile())).toEqual({ ...removed, removed: false })
  })

  test('keeps the record while the keychain can’t be asked', async () => {
    await recordIn('keychain')
    expect(await failureOf(removeSecret('api-key', options(), profile()))).toMatchObject({
      problem: 'no_keychain',
    })
    expect(profile().secrets).toHaveProperty('api-key')
  })
})

describe('a profile with its own file', () => {
  const addresses = { baseUrl: 'http://127.0.0.1:4010/api/v1', realtimeUrl: 'ws://127.0.0.1:4010/realtime' }

  test('reads its secrets there, each for its own address', async () => {
    const path = join(configDir, 'sandbox-data', 'secrets.json')
    writeProfileFile(path, { 'api-key': 'service_live_1', 'ws-token': 'service_ws_1' })
    await updateConfig(configDir, clock, config => {
      config.profiles.set('sandbox', profileWithFile(addresses, path, ['api-key', 'ws-token']))
    })
    const profileName = 'sandbox'
    expect(await resolve('api-key', { profileName })).toEqual({ values: ['service_live_1'], source: 'file' })
    expect(await resolve('ws-token', { profileName })).toMatchObject({ values: ['service_ws_1'] })
    const elsewhere = { realtimeUrl: 'ws://127.0.0.1:5000' }
    const failure = await failureOf(resolve('ws-token', { profileName, addresses: elsewhere }))
    expect(failure).toMatchObject({ problem: 'wrong_origin' })
    expect(await failureOf(resolve('webhook-secret', { profileName }))).toMatchObject({
      problem: 'no_secret',
    })

    // Logging out takes the pointer; the file is the sandbox's, and secrets.json isn't touched.
    writeFileSync(secretsPath(configDir), 'broken')
    const options = { configDir, clock, keychain: forbiddenKeychain(), profileName }
    const profile = readConfig(configDir).profiles.get(profileName)!
    expect(await removeSecret('api-key', options, profile)).toMatchObject({ removed: true })
    expect(readFileSync(path, 'utf8')).toContain('service_live_1')

    chmodSync(path, 0o666)
    expect(await failureOf(resolve('ws-token', { profileName }))).toMatchObject({ category: 'fault' })
  })

  test('whose file is gone has no secret', async () => {
    await updateConfig(configDir, clock, config => {
      config.profiles.set('sandbox', profileWithFile(addresses, join(configDir, 'gone.json'), ['api-key']))
    })
    expect(await failureOf(resolve('api-key', { profileName: 'sandbox' }))).toMatchObject({
      problem: 'no_secret',
    })
  })
})

describe('secrets in a keychain', () => {
  const keychain = keychainOf()
  const options = () => ({ configDir, clock, keychain, profileName: 'shop' })

  test('are stored, found, and removed', async () => {
    await store('api-key', 'service_live_1', { keychain })
    expect(await resolve('api-key', { keychain })).toEqual({ values: ['service_live_1'], source: 'keychain' })
    expect(readFileSync(configPath(configDir), 'utf8')).not.toContain('service_live_1')
    const profile = readConfig(configDir).profiles.get('shop')!
    const removed = { removed: true, leftInKeychain: false }
    expect(await removeSecret('api-key', options(), profile)).toEqual(removed)
    expect(await keychain.get('shop', 'api-key')).toBeNull()
  })

  test('that are gone from it are an error that says so, and removing them says what may be left', async () => {
    await store('api-key', 'service_live_1', { keychain })
    await keychain.delete('shop', 'api-key')
    const failure = await failureOf(resolve('api-key', { keychain }))
    expect(failure).toMatchObject({ problem: 'keychain_locked', category: 'unauthenticated' })
    expect(failure.message).toContain('locked, or the secret was removed')
    expect(steps(failure)).toContain('PIXCTL_API_KEY')
    const profile = readConfig(configDir).profiles.get('shop')!
    expect(await removeSecret('api-key', options(), profile)).toEqual({ removed: true, leftInKeychain: true })
  })

  test('leave no copy behind when they move to a file and back', async () => {
    const move = (storage: 'keychain' | 'file', value: string) =>
      storeSecret('api-key', [value], { ...options(), addresses: ADDRESSES, storage })
    await move('keychain', 'service_live_1')
    expect(await move('file', 'service_live_2')).toEqual({ leftInKeychain: false })
    expect(await keychain.get('shop', 'api-key')).toBeNull()
    expect(await resolve('api-key')).toEqual({ values: ['service_live_2'], source: 'file' })
    await move('keychain', 'service_live_3')
    expect(() => readFileSync(secretsPath(configDir))).toThrow('ENOENT')
    expect(await resolve('api-key', { keychain })).toEqual({ values: ['service_live_3'], source: 'keychain' })
    await keychain.delete('shop', 'api-key')
  })
})
