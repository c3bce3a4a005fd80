/** Bytes that are not HTTP, or not the HTTP that the service speaks, over a socket. */

import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { portOf, startHarness } from './harness.ts'

describe('a request that is not valid HTTP', () => {
  const raw = async (port: number, text: string) => {
    const socket = connect(port, '127.0.0.1')
    const parts: Buffer[] = []
    socket.on('data', part => parts.push(part))
    socket.write(text)
    await new Promise(resolve => socket.once('close', resolve))
    const [head = '', body = ''] = Buffer.concat(parts).toString().split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
  }

  const upgrade = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
  const version = 'Sec-WebSocket-Version: 13\r\n'

  it.each([
    ['garbage', 'what?\r\n\r\n', 400],
    ['a TLS hello', '\u0016\u0003\u0001 /x HTTP/1.1\r\n\r\n', 400],
    ['a header of 20 kB', `GET /api/v1/status HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['no Host', 'GET /api/v1/status HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a broken Host', 'GET /api/v1/status HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    ['a method that parsers refuse', 'FOO /api/v1/payments HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a handshake without a key', `GET /realtime HTTP/1.1\r\n${upgrade}${version}\r\n`, 400],
    ['another version', `GET /realtime HTTP/1.1\r\n${upgrade}${key}${version.replace('13', '7')}\r\n`, 400],
    ['a handshake by POST', `POST /realtime HTTP/1.1\r\n${upgrade}${key}${version}\r\n`, 400],
  ])('is answered with an Error body: %s', async (_name, text, status) => {
    const { sandbox, api } = await startHarness()
    const answer = await raw(portOf(sandbox.baseUrl), text)
    expect(answer).toMatchObject({ status, body: { error: expect.any(String), code: 'invalid_request' } })
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'error'])
    expect((await api('/status')).status).toBe(200)
  })

  it('is answered with an Error body by the dashboard too', async () => {
    const { sandbox } = await startHarness()
    const port = portOf(sandbox.dashboardUrl)
    expect(await raw(port, 'FOO /api/deposits HTTP/1.1\r\n\r\n')).toMatchObject({ status: 400 })
  })
})
