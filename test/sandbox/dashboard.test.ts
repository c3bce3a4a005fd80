import { describe, expect, it } from 'vitest'
import { expectRefusal, portOf, startHarness } from './harness.ts'

describe('access to the dashboard', () => {
  it.each([
    ['no token', ''],
    ['a wrong token', `Bearer ${'0'.repeat(48)}`],
    ['another scheme', 'Basic YTpi'],
  ])('is refused with %s, and nothing is done', async (_name, authorization) => {
    const { dashboard, api } = await startHarness()
    const headers = { Authorization: authorization }
    for (const path of ['/deposits', '/seed', '/keys', '/payments/pay_1/pay', '/nope']) {
      expectRefusal(await dashboard(path, { amount: 10 }, { headers }), 401, 'unauthorized')
    }
    expectRefusal(await dashboard('/keys', undefined, { headers }), 401, 'unauthorized')
    expect((await api('/balance')).body.data.availableBalance).toBe(0)
  })

  it('is refused with an API key, and the REST side with the dashboard token', async () => {
    const { sandbox, dashboard, api } = await startHarness()
    const swapped = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })
    expectRefusal(await dashboard('/keys', undefined, swapped(sandbox.apiKey)), 401, 'unauthorized')
    expectRefusal(await api('/status', swapped(sandbox.dashboardToken)), 401, 'unauthorized')
  })

  it.each([
    'evil.example',
    'evil.example:4011',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
  ])('is refused to the Host %j, with the right token', async host => {
    const { dashboard } = await startHarness()
    expectRefusal(await dashboard('/keys', undefined, { headers: { Host: host } }), 403, 'host_not_allowed')
  })

  it.each(['localhost', '127.0.0.1:80', '[::1]:4011'])('is given to the Host %s', async host => {
    const { dashboard } = await startHarness()
    expect((await dashboard('/keys', undefined, { headers: { Host: host } })).status).toBe(200)
  })

  // Only Linux answers on all of 127.0.0.0/8 without being configured to.
  it.runIf(process.platform === 'linux')(
    'is by 127.0.0.1 alone, though the REST side listens everywhere',
    async () => {
      const { sandbox } = await startHarness({ host: '0.0.0.0' })
      expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
      expect((await fetch(`${sandbox.baseUrl}/status`)).status).toBe(401)
      // 127.0.0.2 reaches what listens everywhere, and not what listens on 127.0.0.1.
      const rest = await fetch(`http://127.0.0.2:${portOf(sandbox.baseUrl)}/api/v1/status`)
      expect(rest.status).toBe(401)
      await expect(fetch(`http://127.0.0.2:${portOf(sandbox.dashboardUrl)}/api/keys`)).rejects.toThrow()
    },
  )

  it('has Error bodies for unknown routes, wrong methods and large bodies', async () => {
    const { dashboard } = await startHarness()
    expectRefusal(await dashboard('/nope'), 404, 'route_not_found')
    const answer = await dashboard('/deposits')
    expectRefusal(answer, 405, 'method_not_allowed')
    expect(answer.headers.allow).toBe('POST')
    expectRefusal(await dashboard('/deposits', `{"amount":1}${' '.repeat(8192)}`), 413, 'body_too_large')
  })
})

describe('keys', () => {
  it('are shown once, with what they may do', async () => {
    const { dashboard, api, clock } = await startHarness()
    const created = await dashboard('/keys', {
      permissions: ['balance:read', 'payments:read', 'balance:read'],
    })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.stringMatching(/^key_[0-9a-f]{16}$/),
      apiKey: expect.stringMatching(/^service_live_[0-9a-f]{48}$/),
      permissions: ['payments:read', 'balance:read'],
      expiresAt: null,
    })
    const headers = { Authorization: `Bearer ${created.body.apiKey}` }
    expect((await api('/status', { headers })).body.data.permissions).toEqual([
      'payments:read',
      'balance:read',
    ])

    const list = await dashboard('/keys')
    expect(list.body.data).toHaveLength(2)
    expect(list.body.data[1]).toEqual({
      id: created.body.id,
      key: `service_live_…${created.body.apiKey.slice(-4)}`,
      permissions: ['payments:read', 'balance:read'],
      createdAt: new Date(clock.now()).toISOString(),
      expiresAt: null,
      revokedAt: null,
    })
    expect(list.text).not.toContain(created.body.apiKey)
  })

  it('have every permission if none is named', async () => {
    const { dashboard } = await startHarness()
    const { permissions } = (await dashboard('/keys', {})).body
    expect(permissions).toEqual(['payments:create', 'payments:read', 'balance:read'])
  })

  it.each([
    [[]],
    [['payments:delete']],
    [['payments:read', 'x']],
    ['payments:read'],
    [null],
    [[['payments:read']]],
  ])('are refused the permissions %j', async permissions => {
    const { dashboard } = await startHarness()
    expectRefusal(await dashboard('/keys', { permissions }), 400, 'invalid_permissions')
    expect((await dashboard('/keys')).body.data).toHaveLength(1)
  })

  it('are revoked for ever, and processing continues without them', async () => {
    const { dashboard, api, create, clock, sandbox } = await startHarness()
    const charge = (await create()).body.data
    const other = (await dashboard('/keys', {})).body
    const [first] = (await dashboard('/keys')).body.data
    const revoked = await dashboard(`/keys/${first.id}`, undefined, { method: 'DELETE' })
    const revokedAt = new Date(clock.now()).toISOString()
    expect(revoked.body.data).toEqual({ ...first, revokedAt })
    expectRefusal(await api('/status'), 401, 'unauthorized')
    clock.advance(1000)
    expect((await dashboard(`/keys/${first.id}`, undefined, { method: 'DELETE' })).body.data.revokedAt).toBe(
      revokedAt,
    )
    await dashboard(`/payments/${charge.id}/pay`, {})
    const headers = { Authorization: `Bearer ${other.apiKey}` }
    expect((await api(`/payments/${charge.id}`, { headers })).body.data.status).toBe('PAID')
    expect(sandbox.readOutbox().at(-1)?.event.type).toBe('payment.approved')
  })

  it('that are unknown are a 404', async () => {
    const { dashboard } = await startHarness()
    expectRefusal(await dashboard('/keys/key_none', undefined, { method: 'DELETE' }), 404, 'key_not_found')
  })
})

describe('deposits', () => {
  it('credit the amount in full and say the new balance', async () => {
    const { dashboard, api, clock } = await startHarness()
    const answer = await dashboard('/deposits', { amount: 1234.56 })
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
    expectRefusal(await api(`/payments/${answer.body.data.id}`), 404, 'payment_not_found')
    expect((await api('/payments')).body.pagination.total).toBe(0)
  })

  it.each([0, -1, 0.001, 10.505, 1_000_000.01, '10', null, [10]])('refuse the amount %j', async amount => {
    const { dashboard, api } = await startHarness()
    expectRefusal(await dashboard('/deposits', { amount }), 400, 'invalid_amount')
    expect((await api('/balance')).body.data.availableBalance).toBe(0)
  })

  it('judge the amount by its text', async () => {
    const { dashboard } = await startHarness()
    for (const amount of ['10.0000000000000000000001', '1000000.00000000000000000001']) {
      expectRefusal(await dashboard('/deposits', `{"amount":${amount}}`), 400, 'invalid_amount')
    }
    const answer = await dashboard('/deposits', '{"amount":1.000000000000000000000e6}')
    expect(answer.body.data.amount).toBe(1_000_000)
  })

  it('refuse anything else in the body', async () => {
    const { dashboard } = await startHarness()
    expectRefusal(await dashboard('/deposits', { amount: 1, to: 'x' }), 400, 'invalid_body')
    expectRefusal(await dashboard('/deposits', [1]), 400, 'invalid_body')
    expectRefusal(await dashboard('/deposits', 'null'), 400, 'invalid_body')
    expectRefusal(await dashboard('/deposits', '{'), 400, 'invalid_json')
    const untyped = { headers: { 'Content-Type': 'text/plain' } }
    expectRefusal(await dashboard('/deposits', '{"amount":1}', untyped), 400, 'invalid_content_type')
  })
})
