/** The origin a secret may be sent to is kept with the secret: an edited config.json can't change it. */

import { beforeEach, describe, expect, test } from 'vitest'
import { writeProfileFile, writeToFile } from '#credentials/file-storage.ts'
import type { Keychain } from '#credentials/keychain.ts'
import { updateConfig } from '#credentials/profiles.ts'
import { profileWithFile } from '#credentials/secrets.ts'
import { systemClock } from '#lib/clock.ts'
import { steps } from '../support/steps.ts'
import { keychainOf, newShop, type Shop } from './shop.ts'
import { failureOf } from './support.ts'

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
    const kept = new Map<string, string>()
    const keychain = keychainOf(kept)
    await shop.store('api-key', 'service_live_1', { keychain })
    expect(JSON.parse(kept.get('shop/api-key')!)).toEqual({
      origin: 'https://pay.example',
      secret: 'service_live_1',
    })
    await moveToEvil('keychain')
    await expectNotSent(keychain)
  })
})

describe('a secret without its origin', () => {
  test('is not used: config.json alone would say where it goes', async () => {
    await writeToFile(configDir, clock, 'shop', 'api-key', 'service_live_HIDDEN')
    await shop.recordIn('file')
    const failure = await failureOf(shop.resolve('api-key'))
    expect(failure).toMatchObject({ problem: 'no_secret' })
    expect(failure.message + steps(failure)).not.toContain('HIDDEN')
    const keychain = keychainOf(new Map([['shop/api-key', '{"origin":7,"secret":"service_live_HIDDEN"}']]))
    await shop.recordIn('keychain')
    expect(await failureOf(shop.resolve('api-key', { keychain }))).toMatchObject({ problem: 'no_secret' })
  })

  test('is used from the sandbox’s own file', async () => {
    const path = `${configDir}/sandbox/secrets.json`
    writeProfileFile(path, { 'api-key': 'service_live_1' })
    await updateConfig(configDir, clock, config => {
      config.profiles.set('shop', profileWithFile({ baseUrl: 'http://127.0.0.1:1' }, path, ['api-key']))
    })
    expect(await shop.resolve('api-key')).toMatchObject({ values: ['service_live_1'] })
  })
})
