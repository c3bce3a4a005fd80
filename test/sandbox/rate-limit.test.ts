import { describe, expect, it } from 'vitest'
import { RateLimiter } from '#sandbox/rest/rate-limit.ts'
import { expectRefusal, startHarness } from './harness.ts'

describe('the sliding window', () => {
  it('holds in any 60 seconds, not only in each minute of the clock', () => {
    const limiter = new RateLimiter(3)
    expect([50_000, 59_000, 59_500].map(time => limiter.check('key', time))).toEqual([0, 0, 0])
    expect(limiter.check('key', 60_000)).toBe(50)
    expect(limiter.check('key', 109_999)).toBe(1)
    expect(limiter.check('key', 110_000)).toBe(0)
    expect(limiter.check('key', 110_001)).toBe(9)
  })

  it('counts no refused call', () => {
    const limiter = new RateLimiter(1)
    expect(limiter.check('key', 0)).toBe(0)
    for (let time = 1000; time < 60_000; time += 1000) expect(limiter.check('key', time)).toBeGreaterThan(0)
    expect(limiter.check('key', 60_000)).toBe(0)
  })
})

describe('over HTTP', () => {
  it('answers 429 with a Retry-After that is enough', async () => {
    const { api, clock } = await startHarness({ rateLimit: 2 })
    expect((await api('/status')).status).toBe(200)
    clock.advance(30_500)
    expect((await api('/payments?page=0')).status).toBe(400)
    const refused = await api('/status')
    expectRefusal(refused, 429, 'rate_limited')
    expect(refused.headers['retry-after']).toBe('30')
    clock.advance(30_000)
    expect((await api('/status')).status).toBe(200)
  })

  it('makes no caller wait longer when the clock of the machine is set back', async () => {
    const { api, clock } = await startHarness({ rateLimit: 1 })
    expect((await api('/status')).status).toBe(200)
    clock.jump(-3_600_000)
    expect((await api('/status')).headers['retry-after']).toBe('60')
    clock.advance(60_000)
    expect((await api('/status')).status).toBe(200)
  })

  it('is checked after the key and before everything else, and creates nothing', async () => {
    const { api, create, clock } = await startHarness({ rateLimit: 1 })
    expect((await api('/status')).status).toBe(200)
    expectRefusal(await api('/status', { headers: { Authorization: 'Bearer nobody' } }), 401, 'unauthorized')
    expectRefusal(await api('/nope'), 429, 'rate_limited')
    expectRefusal(await api('/status', { method: 'PUT' }), 429, 'rate_limited')
    expectRefusal(await create('{'), 429, 'rate_limited')
    expectRefusal(await create(), 429, 'rate_limited')
    clock.advance(60_000)
    expect((await api('/payments')).body.pagination.total).toBe(0)
  })
})
