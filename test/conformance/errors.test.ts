import { describe, expect, it } from 'vitest'
import { describeWithControl, expectError, post, useTarget } from './target.ts'

describe('errors (docs/service.md, 7)', () => {
  const target = useTarget()
  const paths = ['/status', '/balance', '/payments', '/payments/pay_1']

  it('answers 401 without a key, to a creation too', async () => {
    const nobody = { Authorization: '' }
    for (const path of paths) expectError(await target.api(path, { headers: nobody }), 401)
    const request = post({ amount: 1 })
    const headers = { ...request.headers, ...nobody }
    expectError(await target.api('/payments', { ...request, headers }), 401)
  })

  it.each(['/', '/nope', '/statuses', '/payments/a/b', '/payments/'])('answers 404 on %s', async path => {
    expectError(await target.api(path), 404)
  })

  it.each([
    ['POST', '/status', 'GET'],
    ['DELETE', '/balance', 'GET'],
    ['PUT', '/payments', 'GET, POST'],
    ['PATCH', '/payments', 'GET, POST'],
    ['OPTIONS', '/payments', 'GET, POST'],
    ['DELETE', '/payments/pay_1', 'GET'],
  ])('answers 405 to %s %s', async (method, path, allow) => {
    const answer = await target.api(path, { method })
    expectError(answer, 405)
    expect(String(answer.headers.allow).split(', ').sort().join(', ')).toBe(allow)
  })

  it.each(paths)('answers 405 to HEAD %s', async path => {
    const answer = await target.api(path, { method: 'HEAD' })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toContain('GET')
    expect(answer.text).toBe('')
  })
})

describeWithControl('the rate limit (docs/service.md, 8)', () => {
  const target = useTarget({ rateLimit: 120 })

  it('lets 120 calls of a key through in a minute, then says how long to wait', async () => {
    const answers = []
    for (let n = 0; n < 121; n++) answers.push(await target.api('/status'))
    expect(answers.slice(0, 120).every(answer => answer.status === 200)).toBe(true)
    const refused = answers[120]!
    expectError(refused, 429)
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  it('counts each key for itself, and no call without a key', async () => {
    const { headers } = await target.newKey()
    expectError(await target.api('/status'), 429)
    expect((await target.api('/status', { headers })).status).toBe(200)
    expectError(await target.api('/status', { headers: { Authorization: '' } }), 401)
  })
})

describeWithControl('addresses', () => {
  const target = useTarget()

  it('serves nothing outside /api/v1', async () => {
    expectError(await target.api('/../status'), 404)
    expectError(await target.api('/../../status'), 404)
  })
})
