/** Where the realtime channel is, and which requests for it are refused (docs/service.md, 6.3). */

import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { call } from '../support/http.ts'
import { expectRefusal, startHarness } from './harness.ts'
import { READY, refusedUpgrade, stream } from './realtime-client.ts'

describe('the realtime address', () => {
  it("is on the REST side's port", async () => {
    const { sandbox } = await startHarness()
    const { port } = new URL(sandbox.baseUrl)
    expect(sandbox.realtimeUrl).toBe(`ws://127.0.0.1:${port}/realtime`)
  })

  it.each(['?token=x', '?after=0', '?access_token=service_ws_1'])(
    'takes no parameters: with %s it is a 400',
    async query => {
      const { sandbox } = await startHarness()
      const { status, text } = await refusedUpgrade(sandbox.realtimeUrl + query)
      expect(status).toBe(400)
      expect(JSON.parse(text)).toEqual({ error: expect.stringContaining('token'), code: 'invalid_request' })
    },
  )

  it("doesn't take the right token in the URL, and doesn't repeat it", async () => {
    const { sandbox } = await startHarness()
    const { status, text } = await refusedUpgrade(`${sandbox.realtimeUrl}?token=${sandbox.wsToken}`)
    expect(status).toBe(400)
    expect(text).not.toContain(sandbox.wsToken)
  })

  it.each(['/', '/realtime/', '/Realtime', '/api/v1/status', '/api/v1/realtime'])(
    'is the only one: a WebSocket at %s is a 404',
    async path => {
      const { sandbox } = await startHarness()
      const { status, text } = await refusedUpgrade(new URL(path, sandbox.realtimeUrl).href, {
        authorization: `Bearer ${sandbox.apiKey}`,
      })
      expect(status).toBe(404)
      expect(JSON.parse(text).code).toBe('route_not_found')
    },
  )

  it("isn't the dashboard's", async () => {
    const { sandbox } = await startHarness()
    const url = `${sandbox.dashboardUrl.replace('http', 'ws')}/realtime`
    expect((await refusedUpgrade(url)).status).toBe(404)
  })

  it('answers a plain GET with 426, and a POST with 405', async () => {
    const { sandbox } = await startHarness()
    const url = sandbox.realtimeUrl.replace('ws', 'http')
    const answer = await call(url)
    expectRefusal(answer, 426, 'upgrade_required')
    expect(answer.headers.upgrade).toBe('websocket')
    expectRefusal(await call(url, { method: 'POST' }), 405, 'method_not_allowed')
  })

  it('answers REST calls that offer another protocol as usual', async () => {
    const { api } = await startHarness()
    const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQ' }
    expect((await api('/status', { headers })).status).toBe(200)
  })

  it('speaks no subprotocol and no compression, and doesn’t mind an Origin', async () => {
    const { sandbox } = await startHarness()
    const client = await stream(sandbox, undefined, { origin: 'https://shop.example' })
    expect(client.messages.all).toEqual([READY])
    expect(client.socket.extensions).toBe('')
    expect(client.socket.protocol).toBe('')
  })

  it("doesn't repeat a token that was offered as a subprotocol", async () => {
    const { sandbox } = await startHarness()
    const socket = new WebSocket(sandbox.realtimeUrl, [sandbox.wsToken])
    const refused = once(socket, 'open').catch(({ message }: Error) => message)
    const [response] = await once(socket, 'upgrade')
    expect(response.headers['sec-websocket-protocol']).toBeUndefined()
    expect(await refused).toBe('Server sent no subprotocol')
  })
})
