import { describe, expect, it } from 'vitest'
import { isStatusResponse } from '#contract/generated/validators.js'
import { describeWithControl, expectError, useTarget } from './target.ts'

describe('GET /status (docs/service.md, 4.1)', () => {
  const target = useTarget()

  it('says the key is valid, what it may do, and that it withdraws nothing', async () => {
    const { status, headers, body } = await target.api('/status')
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/json\b/)
    expect(isStatusResponse(body)).toBe(true)
    expect(Object.keys(body)).toEqual(['data'])
    expect(body.data.authenticated).toBe(true)
    expect(body.data.withdrawalsEnabled).toBe(false)
    const known = ['payments:create', 'payments:read', 'balance:read']
    expect(known).toEqual(expect.arrayContaining(body.data.permissions))
  })

  it.each([
    ['an unknown key', 'Bearer service_live_0000000000000000000000000000000000000000000000'],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['a scheme without a key', 'Bearer'],
  ])('refuses %s', async (_name, authorization) => {
    expectError(await target.api('/status', { headers: { Authorization: authorization } }), 401)
  })

  describeWithControl('keys', () => {
    it('lists the permissions of a key that has only some; the Bearer scheme is taken in any case', async () => {
      const key = await target.newKey(['balance:read'])
      const headers = { Authorization: key.headers.Authorization.replace('Bearer', 'bEARER') }
      const { status, body } = await target.api('/status', { headers })
      expect(status).toBe(200)
      expect(body.data.permissions).toEqual(['balance:read'])
    })

    it('refuses a revoked key', async () => {
      const { id, headers } = await target.newKey()
      expect((await target.api('/status', { headers })).status).toBe(200)
      await target.control(`/keys/${id}`, { method: 'DELETE' })
      expectError(await target.api('/status', { headers }), 401)
    })
  })
})
