/** `doctor`: the keychain, and secrets in a file. */

import { describe, expect, it } from 'vitest'
import { FakeClock } from '../support/clock.ts'
import { configured, doctor, KEY, keychainWith, machine, statuses } from './examine.ts'

describe('the keychain', () => {
  const baseUrl = 'http://127.0.0.1:1/api/v1'
  const secrets = { 'api-key': { storage: 'keychain', origin: 'http://127.0.0.1:1' } }
  const config = { current: 'shop', profiles: { shop: { baseUrl, secrets } } }

  it('that is not there fails if a secret is kept in it', async () => {
    const own = machine()
    configured(own, config)
    const { checks } = await doctor(own.host())
    expect(checks.keychain).toMatchObject({ status: 'fail', detail: expect.stringContaining('no keychain') })
    expect(checks.keychain!.next).toContain('PIXCTL_API_KEY')
    expect(statuses(checks)).toMatchObject({ api_key: 'fail', base_url: 'fail', profile: 'ok' })
  })

  it('that is not there and not needed is skipped', async () => {
    const own = machine({ PIXCTL_BASE_URL: baseUrl, PIXCTL_API_KEY: KEY })
    expect((await doctor(own.host())).checks.keychain!.status).toBe('skip')
  })

  it('that is locked returns nothing', async () => {
    const own = machine()
    configured(own, config)
    const { checks } = await doctor({ ...own.host(), loadKeytar: keychainWith() })
    expect(checks.keychain).toMatchObject({ status: 'fail', detail: expect.stringContaining('locked') })
  })

  it('that says nothing holds nobody up', async () => {
    const own = machine()
    configured(own, config)
    const clock = new FakeClock()
    const silent = () => new Promise<never>(() => {})
    const load = async () => ({ getPassword: silent, setPassword: silent, deletePassword: silent })
    const run = doctor({ ...own.host({ clock }), loadKeytar: load })
    await clock.asleep(3_000)
    await clock.advanceAsync(3_000)
    const { checks } = await run
    expect(checks.keychain!.detail).toContain("didn't answer within 3 s")
    const failed = { keychain: 'fail', api_key: 'fail', base_url: 'fail' }
    expect(statuses(checks)).toMatchObject({ ...failed, state: 'ok' })
  })
})
