/** Where the realtime channel is, and which requests for it are refused (docs/service.md, 6.3). */

import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { call } from '../support/http.ts'
import { expectRefusal, startHarness } from './harness.ts'
import { refusedUpgrade } from './realtime-client.ts'

describe('the realtime address', () => {
  it('takes no parameters, not the right token either, and repeats none', async () => {
    const { sandbox } = await startHarness()
    for (const query of [`?token=${sandbox.wsToken}`, '?after=0', '?access_token=service_ws_1']) {
      const { status, text } = await refusedUpgrade(sandbox.realtimeUrl + query)
      expect(status).toBe(400)
      expect(JSON.parse(text)).toEqual({ error: expect.stringContaining('token'), code: 'invalid_request' })
      expect(text).not.toContain(sandbox.wsToken)
    }
  })

  it("is the only one: a WebSocket elsewhere, and at the dashboard's port, is a 404", async () => {
    const { sandbox } = await startHarness()
    const headers = { authorization: `Bearer ${sandbox.apiKey}` }
    for (const path of ['/', '/realtime/', '/Realtime', '/api/v1/status', '/api/v1/realtime']) {
      const { status, text } = await refusedUpgrade(new URL(path, sandbox.realtimeUrl).href, headers)
      expect([status, JSON.parse(text).code], path).toEqual([404, 'route_not_found'])
    }
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

  it("doesn't repeat a token that was offered as a subprotocol", async () => {
    const { sandbox } = await startHarness()
    const socket = new WebSocket(sandbox.realtimeUrl, [sandbox.wsToken])
    const refused = once(socket, 'open').catch(({ message }: Error) => message)
    const [response] = await once(socket, 'upgrade')
    expect(response.headers['sec-websocket-protocol']).toBeUndefined()
    expect(await refused).toBe('Server sent no subprotocol')
  })
})
