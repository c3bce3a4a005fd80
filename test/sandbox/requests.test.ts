/** The list, what one store sees of another, and which check comes first. */

import { describe, expect, it } from 'vitest'
import { creation, expectRefusal, startHarness, startRest } from './harness.ts'

describe('a list', () => {
  it('refuses a number that is written in another way, or twice', async () => {
    const { api } = await startHarness()
    const values = [
      '=01',
      '=%2B1',
      '=1.0',
      '=1e0',
      '=1&page=1',
      '=1&page=2',
      '=%201',
      '=99999999999999999999',
      '',
    ]
    for (const value of values) {
      const query = `page${value}`
      expectRefusal(await api(`/payments?${query}`), 400, 'invalid_page')
      expectRefusal(await api(`/payments?${query.replaceAll('page', 'limit')}`), 400, 'invalid_limit')
    }
  })

  it('is newest first, also within one millisecond', async () => {
    const { create, api, clock } = await startHarness()
    const ids: string[] = []
    for (const wait of [0, 0, 0, 5, 0]) {
      clock.advance(wait)
      ids.push((await create()).body.data.id)
    }
    const listed: { id: string; createdAt: string }[] = (await api('/payments')).body.data
    expect(listed.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(listed[0]!.createdAt).toBe('2026-03-10T12:00:00.005Z')
  })
})

describe('data of another store', () => {
  it('cannot be seen: charges, list, wallet, UUIDs', async () => {
    const { addKey, api, service } = await startRest()
    const [ours, theirs] = [addKey('store_sandbox'), addKey('store_other')]
    const request = creation({ amount: 10 })
    const charge = (await api(theirs, '/payments', request)).body.data
    service.move('store_other', charge.id, 'pay')
    expectRefusal(await api(ours, `/payments/${charge.id}`), 404, 'payment_not_found')
    expect((await api(ours, '/payments')).body.pagination.total).toBe(0)
    expect((await api(ours, '/balance')).body.data.availableBalance).toBe(0)
    expect((await api(theirs, '/balance')).body.data.availableBalance).toBe(9.9)
    const same = await api(ours, '/payments', request)
    expect(same.status).toBe(201)
    expect(same.body.data.id).not.toBe(charge.id)
    expect(() => service.move('store_sandbox', charge.id, 'pay')).toThrow('no such payment')
  })
})

describe('the order of checks', () => {
  it('is key, route, method, permission, then the call itself', async () => {
    const { addKey, api } = await startRest()
    const reader = addKey('store_sandbox', ['balance:read'])
    expectRefusal(await api('unknown', '/nope'), 401, 'unauthorized')
    expectRefusal(await api('unknown', '/payments', { method: 'PUT' }), 401, 'unauthorized')
    expectRefusal(await api(reader, '/nope'), 404, 'route_not_found')
    expectRefusal(await api(reader, '/payments', { method: 'PUT' }), 405, 'method_not_allowed')
    expectRefusal(await api(reader, '/payments?page=0'), 403, 'insufficient_permission')
    expectRefusal(await api(reader, '/payments/a.b'), 403, 'insufficient_permission')
    const large = { method: 'POST', body: ' '.repeat(9000) }
    expectRefusal(await api(reader, '/payments', large), 403, 'insufficient_permission')
    const creator = addKey('store_sandbox', ['payments:create'])
    expectRefusal(await api(creator, '/payments', large), 413, 'body_too_large')
    const untyped = { method: 'POST', body: '{', headers: { 'Content-Type': undefined } }
    expectRefusal(await api(creator, '/payments', untyped), 400, 'invalid_content_type')
    expectRefusal(await api(creator, '/payments', { method: 'POST', body: '{' }), 400, 'invalid_json')
    expectRefusal(await api(creator, '/payments', { method: 'POST', body: {} }), 400, 'invalid_body')
    const keyless = { method: 'POST', body: { amount: 1 } }
    expectRefusal(await api(creator, '/payments', keyless), 400, 'invalid_idempotency_key')
  })
})
