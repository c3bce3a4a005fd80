/** What an ordinary HTTP client sees of the faults of the REST side. */

import { describe, expect, it } from 'vitest'
import { settled } from '../../support/clock.ts'
import { readOutbox } from '../read-outbox.ts'
import { KEY, startFaulty } from './ordering.ts'

it.each([
  ['create', 500, 'internal_error'],
  ['get', 502, 'bad_gateway'],
  ['list', 503, 'unavailable'],
  ['balance', 429, 'rate_limited'],
  ['status', 401, 'unauthorized'],
  ['create', 403, 'insufficient_permission'],
  ['list', 400, 'invalid_request'],
  ['get', 404, 'payment_not_found'],
  ['create', 409, 'idempotency_conflict'],
] as const)(
  'a fault on %s with --status %d answers with that Error, and does nothing',
  async (on, status, code) => {
    const { order, fetchOf, api } = await startFaulty()
    const id = await order({ on, kind: 'status', status, times: 1 })
    const response = await fetchOf(on)
    expect(response.status).toBe(status)
    expect(response.headers.get('X-Sandbox-Fault')).toBe(id)
    expect(response.headers.get('Retry-After')).toBe(status === 429 ? '1' : null)
    expect(response.headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Bearer' : null)
    expect(await response.json()).toEqual({ code, error: expect.stringContaining(id) })
    expect((await api('/payments')).body.pagination.total).toBe(1)
    expect((await fetchOf(on)).status).toBe(on === 'create' ? 201 : 200)
  },
)

describe.each(['create', 'balance'] as const)('a fault on %s', on => {
  const statusOf = (response: Response) => response.status

  it('--close cuts the connection, and does nothing', async () => {
    const { order, fetchOf, api } = await startFaulty()
    await order({ on, kind: 'close', times: 1 })
    await expect(fetchOf(on)).rejects.toThrow(TypeError)
    expect((await api('/payments')).body.pagination.total).toBe(1)
    expect(statusOf(await fetchOf(on))).toBe(on === 'create' ? 201 : 200)
  })

  it('--lose-answer does the work, and cuts the connection before the first byte', async () => {
    const { order, fetchOf, sandbox } = await startFaulty()
    await order({ on, kind: 'lose-answer', times: 1 })
    await expect(fetchOf(on)).rejects.toThrow(TypeError)
    expect(readOutbox(sandbox)).toHaveLength(on === 'create' ? 2 : 1)
    expect(statusOf(await fetchOf(on))).toBe(200)
  })

  it('--garbage is a page of HTML and the half of the JSON, in turn', async () => {
    const { order, fetchOf } = await startFaulty()
    const whole = await (await fetchOf(on === 'create' ? 'get' : on)).text()
    const id = await order({ on, kind: 'garbage', times: 3 })
    for (const type of ['text/html; charset=utf-8', 'application/json', 'text/html; charset=utf-8']) {
      const response = await fetchOf(on)
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe(type)
      expect(response.headers.get('X-Sandbox-Fault')).toBe(id)
      const text = await response.text()
      expect(() => JSON.parse(text)).toThrow(SyntaxError)
      expect(text).toMatch(type === 'application/json' ? whole.slice(0, 8) : /^<!doctype html>/)
    }
    expect((await fetchOf(on)).status).toBe(200)
  })

  it('--hang never answers, and ends with the client', async () => {
    const { order, fetchOf, api, faults } = await startFaulty()
    await order({ on, kind: 'hang', times: 1 })
    const impatience = new AbortController()
    const hanging = fetchOf(on, { signal: impatience.signal })
    while ((await faults())[0]?.used === 0) await settled()
    impatience.abort()
    await expect(hanging).rejects.toThrow(/aborted/)
    expect((await api('/payments')).body.pagination.total).toBe(1)
    expect(statusOf(await fetchOf(on))).toBe(on === 'create' ? 201 : 200)
  })

  it('--delay answers later, as it would have', async () => {
    const { order, fetchOf, clock, faults } = await startFaulty()
    const id = await order({ on, kind: 'delay', delaySeconds: 30, times: 1 })
    const before = clock.monotonic()
    const late = fetchOf(on)
    await clock.asleep(30_000)
    expect((await faults())[0]).toMatchObject({ id, used: 1 })
    clock.advance(30_000)
    const response = await late
    expect(response.status).toBe(on === 'create' ? 201 : 200)
    expect(response.headers.get('X-Sandbox-Fault')).toBe(id)
    expect(await response.json()).toHaveProperty('data')
    expect(clock.monotonic() - before).toBe(30_000)
  })
})

describe('a lost answer', () => {
  it('of a refusal is lost too', async () => {
    const { order, create } = await startFaulty()
    await order({ on: 'create', kind: 'lose-answer', times: 1 })
    await expect(create({ amount: 0 }, KEY)).rejects.toThrow('socket hang up')
    expect((await create({ amount: 10.5 }, KEY)).status).toBe(201)
  })
})

describe('a delayed refusal', () => {
  it('comes with the header', async () => {
    const { order, api, clock } = await startFaulty()
    const id = await order({ on: 'get', kind: 'delay', delaySeconds: 5 })
    const late = api('/payments/pay_none')
    await clock.pass()
    expect(await late).toMatchObject({ status: 404, headers: { 'x-sandbox-fault': id } })
  })
})

describe('a fault', () => {
  it('is for calls with a valid key and the permission only', async () => {
    const { order, api, faults, control } = await startFaulty()
    await order({ on: 'balance', kind: 'status', status: 503 })
    const { apiKey } = (await control('/keys', { permissions: ['payments:read'] })).body.data
    const withKey = (key: string) => api('/balance', { headers: { Authorization: `Bearer ${key}` } })
    expect((await withKey('service_live_wrong')).status).toBe(401)
    expect((await withKey(apiKey)).status).toBe(403)
    expect(await faults()).toMatchObject([{ used: 0 }])
  })

  it('of a charge is for the calls of this charge only, and two at once get their own', async () => {
    const { order, api, create, faults } = await startFaulty()
    const [one, other] = [(await create()).body.data.id, (await create()).body.data.id]
    const third = (await create()).body.data.id
    await order({ on: 'get', kind: 'status', status: 503, times: 2, charge: one })
    await order({ on: 'get', kind: 'status', status: 404, times: 2, charge: other })
    const ids = [third, other, one, other, third, one, other, one, third]
    const answers = await Promise.all(ids.map(async id => [id, (await api(`/payments/${id}`)).status]))
    const statuses = (id: string) => answers.flatMap(([of, status]) => (of === id ? [status] : [])).sort()
    expect(statuses(one)).toEqual([200, 503, 503])
    expect(statuses(other)).toEqual([200, 404, 404])
    expect(statuses(third)).toEqual([200, 200, 200])
    expect((await faults()).map(({ used }) => used)).toEqual([2, 2])
  })
})

describe('closing the sandbox', () => {
  it('cuts what hangs and what is delayed, at once', async () => {
    const { order, fetchOf, sandbox, clock, faults } = await startFaulty()
    await order({ on: 'get', kind: 'hang' })
    await order({ on: 'list', kind: 'delay', delaySeconds: 3600 })
    await order({ on: 'create', kind: 'delay', delaySeconds: 3600 })
    const calls = ['get', 'list', 'create'] as const
    const held = calls.map(on => expect(fetchOf(on)).rejects.toThrow(TypeError))
    while ((await faults()).some(({ used }) => used === 0)) await settled()
    expect(clock.pending).toBeGreaterThanOrEqual(2)
    await Promise.all([sandbox.close(), ...held])
  })
})
