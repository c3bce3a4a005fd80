/** `doctor`: the base URL, the clock and the API key. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { FakeClock } from '../support/clock.ts'
import { type Act, answer, ONE_ATTEMPT, ScriptedService, silence } from '../support/service.ts'
import { accepting, against, doctor, KEY, machine, REFUSED, statuses } from './examine.ts'

const FAILS = { base_url: 'fail', api_key: 'skip' }

describe('the service', () => {
  it.each<[string, Act, string, Partial<Record<'base_url' | 'clock' | 'api_key', string>>]>([
    ['answers HTML', answer(200, '<html>'), 'not with JSON', { ...FAILS, clock: 'ok' }],
    ['redirects', answer(302, '', { location: '/' }), 'redirect', FAILS],
    ['is at another path', answer(404, ''), '404', FAILS],
    ['fails', answer(503, { error: 'later' }), '503', FAILS],
    ['is another that refuses', answer(401, { message: 'no' }), '401', FAILS],
    ['refuses the key', REFUSED, 'API Key is invalid', { base_url: 'ok', clock: 'ok', api_key: 'fail' }],
    ['forbids', answer(403, { error: 'no' }), '403', { base_url: 'ok', api_key: 'fail' }],
    ['allows nothing', accepting([]), 'no permission', { base_url: 'ok', api_key: 'warn' }],
  ])('that %s', async (_name, act, says, expected) => {
    const own = await against(act)
    const { run, checks } = await doctor(own.host())
    expect(statuses(checks)).toMatchObject(expected)
    expect(run.stdout).toContain(says)
    expect(run.stdout).not.toContain(KEY)
  })

  it('that is not there, and one that says nothing', async () => {
    const refused = machine({ PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1', PIXCTL_API_KEY: KEY })
    const silent = await against(silence)
    for (const [own, says] of [
      [refused, 'connection was refused'],
      [silent, 'no answer within 0.9 s'],
    ] as const) {
      const { checks } = await doctor(own.host(), ...ONE_ATTEMPT)
      expect(statuses(checks)).toMatchObject({ ...FAILS, clock: 'skip', state: 'ok' })
      expect(checks.base_url!.detail).toContain(says)
    }
  })

  it('with a bad key from the environment names the variable', async () => {
    const refused = await doctor((await against(REFUSED)).host())
    expect(refused.checks.api_key!.next).toMatch(/; it comes from PIXCTL_API_KEY: /)
    expect(refused.checks.api_key!.next).not.toContain('auth login')
  })

  it('without a key fails only at the key', async () => {
    const service = await new ScriptedService(REFUSED).start()
    onTestFinished(() => service[Symbol.asyncDispose]())
    const { checks } = await doctor(machine({ PIXCTL_BASE_URL: service.baseUrl }).host())
    expect(statuses(checks)).toMatchObject({ base_url: 'ok', clock: 'ok', api_key: 'fail' })
    expect(checks.api_key!.next).toContain('pixctl auth login')
  })

  it.each([
    [0, 'ok', 'no more than 5 s'],
    [-60_000, 'warn', "it is 1 min behind the service's: the times that pixctl shows"],
    [7_000, 'warn', '7 s ahead'],
    [600_000, 'fail', '10 min ahead'],
  ])('and a clock that is %i ms off', async (offMs, status, says) => {
    const now = Date.parse('2026-03-10T12:00:00.500Z')
    const own = await against(accepting(['payments:read'], { date: new Date(now).toUTCString() }))
    const host = own.host({ clock: new FakeClock(now + offMs) })
    const { checks } = await doctor(host)
    expect(checks.clock).toMatchObject({ status, detail: expect.stringContaining(says) })
    expect(checks.clock!.next === null).toBe(status === 'ok')
  })
})
