import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { callers, expectRefusal, startHarness, storesOf } from './harness.ts'
import { readOutbox } from './read-outbox.ts'
import { silence, startReceiver } from './receiver.ts'

describe('access to the control routes', () => {
  it.each([
    ['no key', ''],
    ['a wrong key', `Bearer service_live_${'0'.repeat(48)}`],
    ['another scheme', 'Basic YTpi'],
  ])('is refused with %s, and nothing is done', async (_name, authorization) => {
    const { control, api } = await startHarness()
    const headers = { Authorization: authorization }
    for (const path of [
      '/deposits',
      '/seed',
      '/keys',
      '/charges/pay_1/pay',
      '/reset',
      '/realtime/test',
      '/nope',
    ]) {
      expectRefusal(await control(path, { amount: 10 }, { headers }), 401, 'unauthorized')
    }
    expectRefusal(await control('/keys', undefined, { headers }), 401, 'unauthorized')
    expect((await api('/balance')).body.data.availableBalance).toBe(0)
  })

  it('is given to any key of the store, whatever its permissions, until it is revoked or expires', async () => {
    const { control, clock } = await startHarness()
    const made = (await control('/keys', { permissions: ['balance:read'], expiresIn: 60 })).body.data
    const other = (await control('/keys', {})).body.data
    const withKey = ({ apiKey }: { apiKey: string }) => ({ headers: { Authorization: `Bearer ${apiKey}` } })
    expect((await control('/deposits', { amount: 1 }, withKey(made))).status).toBe(201)
    await control(`/keys/${other.id}`, undefined, { method: 'DELETE' })
    expectRefusal(await control('/deposits', { amount: 1 }, withKey(other)), 401, 'unauthorized')
    clock.advance(60_000)
    expectRefusal(await control('/deposits', { amount: 1 }, withKey(made)), 401, 'unauthorized')
  })

  it('has no rate limit, and needs no available account', async () => {
    const { control, api } = await startHarness({ rateLimit: 1 })
    await api('/status')
    expectRefusal(await api('/status'), 429, 'rate_limited')
    expect((await control('/store/disable', {})).body).toMatchObject({ changed: true })
    expect((await control('/store/disable', {})).body).toMatchObject({ changed: false })
    expect((await control('/store/enable', {})).body.data).toMatchObject({ disabledAt: null })
  })

  it('is described for everybody', async () => {
    const { sandbox } = await startHarness()
    const answer = await fetch(new URL('/sandbox/openapi.yaml', sandbox.baseUrl))
    expect(answer.headers.get('content-type')).toBe('application/yaml')
    const published = new URL('../../src/contract/generated/sandbox.yaml', import.meta.url)
    expect(await answer.text()).toBe(readFileSync(published, 'utf8'))
  })

  it('refuses a member of the query that a route does not know, names those that it knows, and does nothing', async () => {
    const { control, api } = await startHarness()
    await control('/deposits', { amount: 1 })
    const { paths } = parse(readFileSync('src/contract/sandbox.yaml', 'utf8'))
    for (const [path, methods] of Object.entries<
      Record<string, { parameters?: { in?: string; name?: string }[] }>
    >(paths)) {
      for (const [method, { parameters = [] }] of Object.entries(methods)) {
        const members = parameters.filter(given => given.in === 'query').map(({ name }) => name)
        const known = members.length === 0 ? 'none' : members.join(', ')
        const call = { method: method.toUpperCase() }
        const answer = await control(`${path.replace(/\{\w+\}/, 'x')}?statuss=1`, undefined, call)
        expectRefusal(answer, 400, 'invalid_request')
        const error = `the query "statuss" is not accepted; this call takes ${known}`
        expect(answer.body.error, `${method} ${path}`).toBe(error)
      }
    }
    expect((await api('/balance')).body.data.availableBalance).toBe(1)
    expect((await api('/status?statuss=1')).status).toBe(200)
  })

  it('has Error bodies for unknown routes, wrong methods and large bodies', async () => {
    const { control } = await startHarness()
    expectRefusal(await control('/nope'), 404, 'route_not_found')
    const answer = await control('/deposits')
    expectRefusal(answer, 405, 'method_not_allowed')
    expect(answer.headers.allow).toBe('POST')
    expectRefusal(await control('/deposits', `{"amount":1}${' '.repeat(8192)}`), 413, 'body_too_large')
  })
})

describe('keys', () => {
  it('are shown once, with what they may do', async () => {
    const { control, api, clock } = await startHarness()
    const wanted = { permissions: ['balance:read', 'payments:read', 'balance:read'] }
    const permissions = ['payments:read', 'balance:read']
    const created = await control('/keys', wanted)
    expect(created.status).toBe(201)
    expect(created.body.data).toEqual({
      id: expect.stringMatching(/^key_[0-9a-f]{16}$/),
      apiKey: expect.stringMatching(/^service_live_[0-9a-f]{48}$/),
      permissions,
      expiresAt: null,
    })
    const { id, apiKey } = created.body.data
    const headers = { Authorization: `Bearer ${apiKey}` }
    expect((await api('/status', { headers })).body.data.permissions).toEqual(permissions)
    const list = await control('/keys')
    expect(list.body.data).toHaveLength(2)
    expect(list.body.data[1]).toEqual({
      ...{ id, key: `service_live_…${apiKey.slice(-4)}`, permissions },
      createdAt: new Date(clock.now()).toISOString(),
      ...{ expiresAt: null, revokedAt: null },
    })
    expect(list.text).not.toContain(apiKey)
  })

  it('have every permission if none is named, and none that is unknown', async () => {
    const { control } = await startHarness()
    const { permissions } = (await control('/keys', {})).body.data
    expect(permissions).toEqual(['payments:create', 'payments:read', 'balance:read'])
    for (const wrong of [
      [],
      ['payments:delete'],
      ['payments:read', 'x'],
      'payments:read',
      null,
      [['payments:read']],
    ])
      expectRefusal(await control('/keys', { permissions: wrong }), 400, 'invalid_permissions')
    expect((await control('/keys')).body.data).toHaveLength(2)
  })

  it('are revoked for ever, and processing continues without them', async () => {
    const { control, api, create, clock, sandbox } = await startHarness()
    const charge = (await create()).body.data
    const other = (await control('/keys', {})).body.data
    const [first] = (await control('/keys')).body.data
    const revoked = await control(`/keys/${first.id}`, undefined, { method: 'DELETE' })
    const revokedAt = new Date(clock.now()).toISOString()
    expect(revoked.body.data).toEqual({ ...first, revokedAt })
    expectRefusal(await api('/status'), 401, 'unauthorized')
    clock.advance(1000)
    const headers = { Authorization: `Bearer ${other.apiKey}` }
    const again = await control(`/keys/${first.id}`, undefined, { method: 'DELETE', headers })
    expect(again.body.data.revokedAt).toBe(revokedAt)
    await control(`/charges/${charge.id}/pay`, {}, { headers })
    expect((await api(`/payments/${charge.id}`, { headers })).body.data.status).toBe('PAID')
    expect(readOutbox(sandbox).at(-1)?.event.type).toBe('payment.approved')
  })

  it('that are unknown are a 404', async () => {
    const { control } = await startHarness()
    expectRefusal(await control('/keys/key_none', undefined, { method: 'DELETE' }), 404, 'key_not_found')
  })
})

describe('deposits', () => {
  it('credit the amount in full and say the new balance', async () => {
    const { control, clock } = await startHarness()
    const answer = await control('/deposits', { amount: 1234.56 })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^dep_[0-9a-f]{22}$/),
        amount: 1234.56,
        currency: 'BRL',
        createdAt: new Date(clock.now()).toISOString(),
      },
      balance: { availableBalance: 1234.56, currency: 'BRL' },
    })
  })

  it.each([0, -1, 0.001, 10.505, 1_000_000.01, '10', null, [10]])('refuse the amount %j', async amount => {
    const { control, api } = await startHarness()
    expectRefusal(await control('/deposits', { amount }), 400, 'invalid_amount')
    expect((await api('/balance')).body.data.availableBalance).toBe(0)
  })

  it('judge the amount by its text', async () => {
    const { control } = await startHarness()
    for (const amount of ['10.0000000000000000000001', '1000000.00000000000000000001']) {
      expectRefusal(await control('/deposits', `{"amount":${amount}}`), 400, 'invalid_amount')
    }
    const answer = await control('/deposits', '{"amount":1.000000000000000000000e6}')
    expect(answer.body.data.amount).toBe(1_000_000)
  })

  it('refuse anything else in the body', async () => {
    const { control } = await startHarness()
    for (const body of [{ amount: 1, to: 'x' }, [1], 'null'])
      expectRefusal(await control('/deposits', body), 400, 'invalid_body')
    expectRefusal(await control('/deposits', '{'), 400, 'invalid_json')
  })

  it('take any Content-Type, as curl --data sends it', async () => {
    const { control } = await startHarness()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await control('/deposits', '{"amount":1}', { headers })).status).toBe(201)
  })
})

describe('reset', () => {
  it('removes charges, deposits, deliveries and faults; keys and endpoints stay, and sequences go on', async () => {
    const { control, api, create, sandbox } = await startHarness()
    const endpoint = (await control('/webhooks', { url: 'http://127.0.0.1:9/' })).body.data
    const key = randomUUID()
    const { id } = (await create({ amount: 10 }, key)).body.data
    await control(`/charges/${id}/pay`, {})
    await control('/deposits', { amount: 5 })
    await control('/faults', { on: 'get', kind: 'close' })
    const before = readOutbox(sandbox).map(({ sequence }) => BigInt(sequence))
    expect((await control('/reset', undefined, { method: 'POST' })).body.data).toEqual({ name: 'main' })

    expect((await api('/payments')).body.pagination.total).toBe(0)
    expectRefusal(await api(`/payments/${id}`), 404, 'payment_not_found')
    expect((await api('/balance')).body.data.availableBalance).toBe(0)
    expect((await control('/deliveries')).body.data).toEqual([])
    expect((await control('/faults')).body.data).toEqual([])
    expect((await control('/webhooks')).body.data).toMatchObject([{ id: endpoint.id, delivered: 0 }])
    // The same Idempotency-Key makes a new charge: the old one is gone.
    expect((await create({ amount: 20 }, key)).status).toBe(201)
    const [next] = readOutbox(sandbox)
    expect(BigInt(next!.sequence)).toBe(before.at(-1)! + 1n)
  })

  it('leaves no attempt of a delivery that is under way', async () => {
    const receiver = await startReceiver(silence)
    const { control, create } = await startHarness()
    await control('/webhooks', { url: receiver.url })
    await create()
    await receiver.received.until(1)
    await control('/reset', {})
    await receiver.stop()
    await expect.poll(async () => (await control('/deliveries')).body.data).toEqual([])
    expect((await control('/webhooks')).body.data).toMatchObject([{ lastAttempt: null }])
  })

  it('takes no body', async () => {
    const { control } = await startHarness()
    for (const path of ['/reset', '/charges/pay_1/pay', '/token/rotate', '/store/disable']) {
      expectRefusal(await control(path, { all: true }), 400, 'invalid_body')
    }
  })

  it('leaves the other stores as they are', async () => {
    const { control, create, sandbox } = await startHarness()
    await control('/stores', { name: 'filial' })
    const filial = callers(storesOf(sandbox)[1]!)
    const { id } = (await filial.create()).body.data
    await create()
    await control('/reset', {})
    expect((await filial.api(`/payments/${id}`)).status).toBe(200)
  })
})
