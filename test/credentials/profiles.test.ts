import { describe, expect, test } from 'vitest'
import {
  checkProfileName,
  makeCurrentIfNone,
  readConfig,
  selectProfile,
  summarizeProfiles,
  updateConfig,
} from '#credentials/profiles.ts'
import { systemClock } from '#lib/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { steps } from '../support/steps.ts'
import { failureOf } from './support.ts'

describe('the profile in use', () => {
  const config = {
    current: 'shop',
    profiles: new Map([['shop', { baseUrl: 'https://shop.example' }]]),
    others: {},
  }

  test.each([
    ['the flag', 'flagged', { PIXCTL_PROFILE: 'variable' }, 'flagged'],
    ['the environment', undefined, { PIXCTL_PROFILE: 'variable' }, 'variable'],
    ['the current one, an empty variable being none', undefined, { PIXCTL_PROFILE: '' }, 'shop'],
    ['the current one', undefined, {}, 'shop'],
  ])('is that of %s', (_, flag, env, name) => {
    expect(selectProfile(config, flag, env).name).toBe(name)
  })

  test('is default with no config at all', () => {
    expect(selectProfile({ profiles: new Map(), others: {} }, undefined, {})).toEqual({
      name: 'default',
      profile: {},
      exists: false,
    })
  })

  test('comes with its addresses', () => {
    expect(selectProfile(config, undefined, {})).toEqual({
      name: 'shop',
      profile: { baseUrl: 'https://shop.example' },
      exists: true,
    })
  })

  test.each([
    ...['', '.', '..', '../x', 'a/b', 'a b', '-p', '__proto__', 'é', 'a\n', 'a'.repeat(65), '\u202eabc'],
    ...['shop.', 'a..', 'shop ', 'con', 'NUL', 'Aux.json', 'prn.', 'COM1', 'lpt9.x.y'],
  ])('can’t be named %j', async name => {
    const failure = await failureOf(() => checkProfileName(name, config))
    expect(failure).toMatchObject({ problem: 'bad_profile_name', category: 'usage' })
    expect(await failureOf(() => selectProfile(config, name, {}))).toMatchObject({ category: 'usage' })
  })

  test('can’t be named as another one is, in other upper and lower case', async () => {
    for (const select of [
      () => selectProfile(config, 'Shop', {}),
      () => selectProfile(config, undefined, { PIXCTL_PROFILE: 'SHOP' }),
      () => selectProfile({ ...config, current: 'shoP' }, undefined, {}),
    ]) {
      const failure = await failureOf(select)
      expect(failure).toMatchObject({ problem: 'bad_profile_name', category: 'usage' })
      expect(steps(failure)).toBe('write it as "shop", or choose another name')
    }
  })

  test.each([
    ...['com', 'com0', 'com10', 'console', 'null', 'a.nul', 'conin'],
    ...['a', 'Shop-1', 'a.b_c', '0', 'a'.repeat(64), 'constructor', 'toString', 'hasOwnProperty'],
  ])('can be named %s, and exists only when made', async name => {
    const folder = temporaryFolder()
    expect(selectProfile(readConfig(folder), name, {})).toEqual({ name, profile: {}, exists: false })
    await updateConfig(folder, systemClock, each => void each.profiles.set(name, { baseUrl: 'https://a' }))
    expect(selectProfile(readConfig(folder), name, {})).toEqual({
      name,
      profile: { baseUrl: 'https://a' },
      exists: true,
    })
  })

  test('becomes current only if no other is', () => {
    const profiles = new Map([['sandbox', {}]])
    const alone = { profiles, others: {} }
    makeCurrentIfNone(alone, 'sandbox')
    expect(alone).toMatchObject({ current: 'sandbox' })
    const beside = { current: 'shop', profiles: new Map([['shop', {}], ...profiles]), others: {} }
    makeCurrentIfNone(beside, 'sandbox')
    expect(beside.current).toBe('shop')
    const gone = { current: 'removed', profiles, others: {} }
    makeCurrentIfNone(gone, 'sandbox')
    expect(gone.current).toBe('sandbox')
    const unnamed = { profiles: new Map([['default', {}], ...profiles]), others: {} }
    makeCurrentIfNone(unnamed, 'sandbox')
    expect(unnamed).not.toHaveProperty('current')
  })
})

test('a summary names every profile, its secrets and where they are', () => {
  const origin = 'https://a'
  const secrets = {
    'webhook-secret': { storage: 'file', origin },
    'api-key': { storage: 'keychain', origin },
  }
  const kept = { 'ws-token': { storage: 'keychain', origin: 'wss://a' } }
  const config = {
    current: 'shop',
    others: {},
    profiles: new Map([
      ['shop', { baseUrl: 'https://a/api/v1', secrets }],
      ['bare', {}],
      ['kept', { realtimeUrl: 'wss://a', secrets: kept }],
    ]),
  }
  const none = { current: false, baseUrl: null, realtimeUrl: null, secrets: [] }
  const [apiKey, token] = ['api-key', 'ws-token'].map(kind => ({ kind, storage: 'keychain' }))
  expect(summarizeProfiles(config)).toEqual([
    { profile: 'bare', ...none },
    { profile: 'kept', ...none, realtimeUrl: 'wss://a', secrets: [token] },
    {
      profile: 'shop',
      ...none,
      current: true,
      baseUrl: 'https://a/api/v1',
      secrets: [apiKey, { kind: 'webhook-secret', storage: 'file' }],
    },
  ])
})
