/** What the sandbox answers without a key, beside the API. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expectRefusal, startHarness } from './harness.ts'

const contract = (name: string) =>
  readFileSync(new URL(`../../src/contract/${name}`, import.meta.url), 'utf8')

async function start(options = {}) {
  const harness = await startHarness(options)
  const { origin } = new URL(harness.sandbox.baseUrl)
  return { ...harness, ask: (path: string, method = 'GET') => fetch(origin + path, { method }) }
}

describe.each([
  ['/healthz', 'text/plain; charset=utf-8', 'alive\n'],
  ['/openapi.yaml', 'application/yaml', contract('openapi.yaml')],
  ['/asyncapi.yaml', 'application/yaml', contract('asyncapi.yaml')],
])('%s', (path, type, text) => {
  it('is answered without a key, by GET and HEAD alone, and not under the path of the API', async () => {
    const { ask, api } = await start()
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(path, method)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.text()).toBe(method === 'GET' ? text : '')
    }
    const refused = await ask(path, 'POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expectRefusal(await api(path), 404, 'route_not_found')
  })

  it('has no rate limit and no fault', async () => {
    const { ask, api, control } = await start({ rateLimit: 1 })
    for (const on of ['status', 'list', 'get']) await control('/faults', { on, kind: 'status', status: 503 })
    for (let n = 0; n < 3; n++) {
      const answer = await ask(path)
      expect(answer.status).toBe(200)
      expect(answer.headers.has('x-sandbox-fault')).toBe(false)
    }
    expectRefusal(await api('/status'), 503, 'unavailable')
    expectRefusal(await api('/status'), 429, 'rate_limited')
  })
})
