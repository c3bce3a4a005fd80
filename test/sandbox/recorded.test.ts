/** What the API was asked: `GET /sandbox/requests`. */

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { callers, creation, expectRefusal, startHarness, storesOf } from './harness.ts'

const asked = async ({ control }: Pick<Awaited<ReturnType<typeof startHarness>>, 'control'>, query = '') =>
  (await control(`/requests${query}`)).body.data

it('lists the calls of the store, newest first, and none of the control routes', async () => {
  const harness = await startHarness()
  const { api, create, control, clock } = harness
  const key = randomUUID()
  const text = '{ "amount": 10.50,\n"description": "Pedido é" }'
  const post = { method: 'POST', headers: { 'Idempotency-Key': key, 'Content-Type': 'application/json' } }
  await api('/payments', { ...post, body: Buffer.from(text) })
  clock.advance(1000)
  await api('/payments?limit=2&page=1')
  await create({ amount: -1 })
  await api('/payments/none')
  await api('/nope', { method: 'DELETE' })
  await control('/keys', {})
  const [unknown, get, refused, list, created, ...others] = await asked(harness)
  expect(others).toEqual([])
  expect(created).toEqual({
    id: expect.stringMatching(/^req_[0-9a-f]{16}$/),
    at: new Date(clock.now() - 1000).toISOString(),
    ...{ method: 'POST', path: '/api/v1/payments', query: null, idempotencyKey: key, body: text },
    ...{ status: 201, fault: null, ms: expect.any(Number) },
  })
  expect(list).toMatchObject({ method: 'GET', query: 'limit=2&page=1', body: null, idempotencyKey: null })
  expect(refused).toMatchObject({ status: 400, body: '{"amount":-1}' })
  expect(get).toMatchObject({ path: '/api/v1/payments/none', status: 404 })
  expect(unknown).toMatchObject({ method: 'DELETE', path: '/api/v1/nope', status: 404 })
})

it('has also what was refused before it was read, and what is too large', async () => {
  const harness = await startHarness({ rateLimit: 2 })
  const { api, control, sandbox } = harness
  await control('/store/disable', {})
  await api('/payments', creation({ amount: 1 }))
  await control('/store/enable', {})
  await api('/payments', creation({ amount: 2, description: 'x'.repeat(9000) }))
  await api('/payments', creation({ amount: 3 }))
  const other = await callers({ ...sandbox, apiKey: `service_live_${'0'.repeat(48)}` }).api('/status')
  expect(other.status).toBe(401)
  expect(await asked(harness)).toMatchObject([
    { status: 429, body: '{"amount":3}' },
    { status: 413, body: null },
    { status: 403, body: '{"amount":1}' },
  ])
})

it('names the fault of a call, and has no status for one that was cut', async () => {
  const harness = await startHarness()
  const { api, create, control } = harness
  const kinds = [
    { kind: 'close' },
    { kind: 'lose-answer' },
    { status: 503 },
    { kind: 'garbage' },
    { delaySeconds: 0.001 },
  ]
  const ids: string[] = []
  const key = randomUUID()
  for (const order of kinds) {
    ids.push((await control('/faults', { on: 'create', times: 1, ...order })).body.data.id)
    const call = create({ amount: 10.5 }, key)
    if (order.delaySeconds) harness.clock.pass()
    await call.catch(() => {})
  }
  const found = (await asked(harness, `?key=${key.toUpperCase()}`)).toReversed()
  expect(found.map(({ status, fault }: { status: number; fault: string }) => [status, fault])).toEqual([
    [null, ids[0]],
    [null, ids[1]],
    [503, ids[2]],
    [200, ids[3]],
    [200, ids[4]],
  ])
  for (const { body } of found) expect(body).toBe('{"amount":10.5}')
  await api('/status')
  expect((await asked(harness, '?status=null')).map(({ fault }: { fault: string }) => fault)).toEqual(
    ids.slice(0, 2).toReversed(),
  )
})

it('waits until a call that matches has ended', async () => {
  const harness = await startHarness()
  const { api, create, control, clock, sandbox } = harness
  const none = control('/requests?wait=1')
  while (clock.pending === 0) await control('/keys')
  clock.advance(1000)
  expect((await none).body).toEqual({ data: [] })
  const { id } = (await control('/faults', { on: 'balance', kind: 'hang' })).body.data
  const end = new AbortController()
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  const hanging = fetch(`${sandbox.baseUrl}/balance`, { headers, signal: end.signal }).catch(() => {})
  const waiting = control('/requests?path=/payments&status=201&wait=30')
  await create({ amount: -1 })
  await api('/payments')
  const created = await create()
  expect((await waiting).body.data).toMatchObject([{ method: 'POST', status: 201 }])
  expect(created.status).toBe(201)
  expect((await control('/requests?path=/balance')).body.data).toMatchObject([{ status: null, ms: null }])
  const cut = control('/requests?path=/bal*&wait=30')
  end.abort()
  await hanging
  expect((await cut).body.data).toMatchObject([{ status: null, fault: id, ms: expect.any(Number) }])
})

it('never shows a key, a token or a signing secret', async () => {
  const harness = await startHarness()
  const { api, sandbox } = harness
  const { apiKey, wsToken } = sandbox
  const bare = apiKey.slice('service_live_'.length)
  await api(`/payments/${wsToken}?token=${wsToken.replace('_', '%5F')}&key=${bare}&a=1`)
  await api('/payments', { ...creation({ description: apiKey, amount: 'whsec_0123456789' }) })
  await api('/payments', { method: 'POST', headers: { 'Idempotency-Key': apiKey }, body: { bare } })
  const text = JSON.stringify(await asked(harness))
  for (const secret of [bare, wsToken.slice('service_ws_'.length), '0123456789']) {
    expect(text).not.toContain(secret)
  }
  expect(text).toContain('token=service_ws_***&key=***&a=1')
})

it('refuses a filter that matches nothing', async () => {
  const { control } = await startHarness()
  for (const query of ['status=20', 'status=none', 'method=POST', 'wait=x', 'wait=61']) {
    expectRefusal(await control(`/requests?${query}`), 400, 'invalid_request')
  }
})

it('is of one store alone, keeps the latest 1,000 of it, and is empty after a reset', async () => {
  const harness = await startHarness()
  const { api, control, sandbox } = harness
  await control('/stores', { name: 'filial' })
  const filial = callers(storesOf(sandbox)[1]!)
  await filial.api('/status')
  for (let page = 1; page <= 1002; page++) await api(`/payments?page=${Math.min(page, 1000)}&limit=1`)
  const all = await asked(harness)
  expect(all).toHaveLength(1000)
  expect(all.at(-1).query).toBe('page=3&limit=1')
  await control('/reset', {})
  expect(await asked(harness)).toEqual([])
  expect((await filial.control('/requests')).body.data).toMatchObject([{ path: '/api/v1/status' }])
})
