import { writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { secretsPath, writeToFile } from '#credentials/file-storage.ts'
import { openKeychain } from '#credentials/keychain.ts'
import { updateConfig } from '#credentials/profiles.ts'
import { originOf } from '#credentials/secrets.ts'
import { systemClock } from '#lib/clock.ts'
import { steps } from '../support/steps.ts'
import { ADDRESSES, newShop, type Shop } from './shop.ts'
import { failureOf } from './support.ts'

const clock = systemClock
const SECRETS = { 'api-key': 'service_live_1', 'ws-token': 'service_ws_1', 'webhook-secret': 'whsec_1' }
const KINDS = Object.entries(SECRETS) as [keyof typeof SECRETS, string][]

let configDir: string
let resolve: Shop['resolve']
let store: Shop['store']
let recordIn: Shop['recordIn']
beforeEach(() => {
  ;({ configDir, resolve, store, recordIn } = newShop())
})

describe('the environment', () => {
  test.each([
    ['api-key', 'PIXCTL_API_KEY', ' service_live_env\n', ['service_live_env']],
    ['ws-token', 'PIXCTL_WS_TOKEN', 'service_ws_env', ['service_ws_env']],
    ['webhook-secret', 'PIXCTL_WEBHOOK_SECRET', 'whsec_new  whsec_old', ['whsec_new', 'whsec_old']],
  ] as const)('comes first, and counts for any origin: %s', async (kind, variable, text, values) => {
    await store(kind, SECRETS[kind])
    const addresses = { baseUrl: 'https://other.example', realtimeUrl: 'wss://other.example' }
    expect(await resolve(kind, { env: { [variable]: text }, addresses })).toEqual({
      values,
      source: 'environment',
    })
  })

  test.each(['', ' ', '\n'])('an empty variable is an unset one: %j', async empty => {
    await store('api-key', 'service_live_stored')
    expect(await resolve('api-key', { env: { PIXCTL_API_KEY: empty } })).toEqual({
      values: ['service_live_stored'],
      source: 'file',
    })
  })

  test.each(['service_ws_HIDDEN', 'service_live_a\r\nX-Forged: HIDDEN', 'service_live_HIDDEN\u0001'])(
    'that can’t be a key is an error, never sent nor shown: %j',
    async text => {
      const failure = await failureOf(resolve('api-key', { env: { PIXCTL_API_KEY: text } }))
      expect(failure).toMatchObject({ problem: 'unusable_secret', category: 'unauthenticated' })
      expect(failure.message).toContain('PIXCTL_API_KEY')
      expect(failure.message).not.toContain('HIDDEN')
    },
  )
})

describe('a profile that --profile names', () => {
  const ENV = {
    PIXCTL_API_KEY: 'service_live_env',
    PIXCTL_WS_TOKEN: 'service_ws_env',
    PIXCTL_WEBHOOK_SECRET: 'whsec_env',
    PIXCTL_INBOX_URL: 'postgres://env@db.example/pix',
  }

  test.each([
    ['api-key', 'service_live_1', 'service_live_env'],
    ['ws-token', 'service_ws_1', 'service_ws_env'],
    ['webhook-secret', 'whsec_1', 'whsec_env'],
    ['inbox-url', 'postgres://own@db.example/pix', 'postgres://env@db.example/pix'],
  ] as const)('uses its own %s, and that of the environment where it has none', async (kind, own, given) => {
    const chosen = { env: ENV, isChosen: true }
    expect(await resolve(kind, chosen)).toEqual({ values: [given], source: 'environment' })
    await store(kind, own)
    expect(await resolve(kind, chosen)).toEqual({ values: [own], source: 'file' })
    expect(await resolve(kind, { env: ENV })).toEqual({ values: [given], source: 'environment' })
  })

  test('sends a stored secret to no other origin: there the environment counts', async () => {
    await store('api-key', 'service_live_1')
    const addresses = { baseUrl: 'https://other.example/api/v1' }
    expect(await resolve('api-key', { env: ENV, isChosen: true, addresses })).toMatchObject({
      values: ['service_live_env'],
    })
    const failure = await failureOf(resolve('api-key', { isChosen: true, addresses }))
    expect(failure).toMatchObject({ problem: 'wrong_origin' })
  })

  test('takes nothing from the environment in place of a stored secret that can not be read', async () => {
    const keychain = openKeychain({ clock, load: () => Promise.reject(new Error('none here')) })
    await recordIn('keychain')
    const failure = await failureOf(resolve('api-key', { env: ENV, isChosen: true, keychain }))
    expect(failure).toMatchObject({ problem: 'no_keychain' })
    expect(steps(failure)).toContain('set PIXCTL_API_KEY in the environment, without --profile')
  })
})

describe('a stored secret', () => {
  test.each(KINDS)('is used with the origin it was stored for: %s', async (kind, value) => {
    await store(kind, value)
    expect(await resolve(kind)).toEqual({ values: [value], source: 'file' })
    const addresses = {
      baseUrl: 'https://PAY.example:443/other/path',
      realtimeUrl: 'wss://events.example:443',
    }
    expect(await resolve(kind, { addresses })).toMatchObject({ values: [value] })
  })

  test.each([
    ['api-key', { baseUrl: 'https://evil.example/api/v1' }, 'PIXCTL_API_KEY'],
    ['api-key', { baseUrl: 'http://pay.example/api/v1' }, 'PIXCTL_API_KEY'],
    ['api-key', { baseUrl: 'https://pay.example:8443/api/v1' }, 'PIXCTL_API_KEY'],
    ['api-key', { baseUrl: 'https://pay.example.evil.example/api/v1' }, 'PIXCTL_API_KEY'],
    ['ws-token', { realtimeUrl: 'wss://evil.example/stream' }, 'PIXCTL_WS_TOKEN'],
    ['ws-token', { realtimeUrl: 'ws://events.example/stream' }, 'PIXCTL_WS_TOKEN'],
    ['webhook-secret', { baseUrl: 'https://evil.example' }, 'PIXCTL_WEBHOOK_SECRET'],
  ] as const)('is not used with another: %s, %j', async (kind, addresses, variable) => {
    const value = SECRETS[kind]
    await store(kind, value)
    const failure = await failureOf(resolve(kind, { addresses }))
    expect(failure).toMatchObject({ problem: 'wrong_origin', category: 'unauthenticated' })
    expect(failure.message).toContain(originOf(Object.values(addresses)[0]!))
    expect(steps(failure)).toContain(variable)
    expect(failure.message + steps(failure)).not.toContain(value)
  })

  test('is not looked up in the keychain for another origin, nor without an origin', async () => {
    await recordIn('keychain')
    // The forbidden keychain would say no_keychain.
    const addresses = { baseUrl: 'https://evil.example' }
    expect(await failureOf(resolve('api-key', { addresses }))).toMatchObject({ problem: 'wrong_origin' })
    expect(await failureOf(resolve('ws-token'))).toMatchObject({ problem: 'no_secret' })
    expect(await failureOf(resolve('api-key'))).toMatchObject({ problem: 'no_keychain' })
  })

  test.each([
    ['api-key', 'pixctl auth login\nor set PIXCTL_API_KEY'],
    ['ws-token', 'pixctl auth login --kind ws-token\nor set PIXCTL_WS_TOKEN'],
    ['webhook-secret', 'pixctl auth login --kind webhook-secret\nor set PIXCTL_WEBHOOK_SECRET'],
  ] as const)('that is missing says how to store it: %s', async (kind, words) => {
    const failure = await failureOf(resolve(kind))
    expect(failure).toMatchObject({ problem: 'no_secret', category: 'unauthenticated' })
    expect(steps(failure)).toContain(words)
  })

  test('that is missing of a sandbox is its own to give', async () => {
    await updateConfig(configDir, clock, config => {
      config.profiles.set('shop', { ...ADDRESSES, dashboardUrl: 'http://127.0.0.1:4011' })
    })
    const failure = await failureOf(resolve('webhook-secret'))
    expect(steps(failure)).toContain(
      'register an endpoint: pixctl sandbox webhook add http://127.0.0.1:4242/ --profile shop\nor set PIXCTL_WEBHOOK_SECRET',
    )
    for (const [listening, words] of [
      [
        { url: 'http://127.0.0.1:5000/hook', port: 5000 },
        'register an endpoint: pixctl sandbox webhook add http://127.0.0.1:5000/hook',
      ],
      [
        { url: 'http://127.0.0.1:4242/', port: null },
        'choose a port with --port, and register it: pixctl sandbox webhook add http://127.0.0.1:4242/',
      ],
    ] as const) {
      expect(steps(await failureOf(resolve('webhook-secret', { listening })))).toContain(words)
    }
    // A login to its profile would be refused.
    for (const kind of ['api-key', 'ws-token'] as const) {
      expect(steps(await failureOf(resolve(kind)))).toContain('pixctl sandbox start --profile shop')
    }
  })

  test('is checked before it is used', async () => {
    await store('api-key', 'service_live_1')
    const forged = { origin: 'https://pay.example', secret: 'service_live_a\r\nX-Forged: HIDDEN' }
    await writeToFile(configDir, clock, 'shop', 'api-key', JSON.stringify(forged))
    const failure = await failureOf(resolve('api-key'))
    expect(failure).toMatchObject({ problem: 'unusable_secret' })
    expect(failure.message).not.toContain('HIDDEN')
  })

  test('kept in a way of a newer version is an error for its profile only', async () => {
    await store('ws-token', 'service_ws_1')
    await updateConfig(configDir, clock, config => {
      config.profiles.get('shop')!.secrets!['api-key'] = { storage: 'vault', origin: 'https://pay.example' }
    })
    expect(await failureOf(resolve('api-key'))).toMatchObject({ problem: 'bad_config' })
    expect(await resolve('ws-token')).toMatchObject({ values: ['service_ws_1'] })
  })
})

test('a secret of the environment works beside a broken secrets.json', async () => {
  await store('api-key', 'service_live_1')
  writeFileSync(secretsPath(configDir), 'broken')
  expect(await failureOf(resolve('api-key'))).toMatchObject({ problem: 'bad_secrets_file' })
  expect(await resolve('api-key', { env: { PIXCTL_API_KEY: 'service_live_env' } })).toMatchObject({
    source: 'environment',
  })
})
