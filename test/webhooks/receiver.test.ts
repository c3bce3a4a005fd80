/** The server of a webhook endpoint, over real sockets. */

import { describe, expect, it } from 'vitest'
import { TryLater } from '#webhooks/receiver.ts'
import { isListening } from '../support/http.ts'
import { connectTo, requestText, startReceiver } from './receiver.ts'

describe('a connection', () => {
  it('carries one request after another, and ends with one that is sent ahead', async () => {
    const server = await startReceiver()
    const connection = await connectTo(server)
    connection.socket.write(requestText('dlv_1'))
    expect(await connection.answers(1)).toEqual([204])
    connection.socket.write(requestText('dlv_2'))
    expect(await connection.answers(2)).toEqual([204, 204])
    connection.socket.write(requestText('dlv_3') + requestText('dlv_4') + requestText('dlv_5'))
    await connection.closed()
    // The sender of dlv_3 has no answer, and sends it again.
    expect(connection.statuses).toEqual([204, 204])
    expect(server.kept.map(({ delivery }) => delivery)).toEqual(['dlv_1', 'dlv_2'])
  })

  it('that is cut while its delivery is being kept leaves it kept, and the server running', async () => {
    let finish = () => {}
    const server = await startReceiver(() => new Promise(resolve => (finish = resolve)))
    const connection = await connectTo(server)
    connection.socket.write(requestText('dlv_1'))
    await server.taken(1)
    connection.socket.resetAndDestroy()
    await connection.closed()
    finish()
    const other = await connectTo(server)
    other.socket.write(requestText('dlv_2'))
    await server.taken(2)
    finish()
    expect(await other.answers(1)).toEqual([204])
  })
})

describe('an answer', () => {
  it('comes only once the delivery is kept', async () => {
    let finish = () => {}
    const server = await startReceiver(() => new Promise(resolve => (finish = resolve)))
    const connection = await connectTo(server)
    connection.socket.write(requestText('dlv_1'))
    await server.taken(1)
    // Another one over another connection is answered in the meantime, so the first isn't only slow.
    const other = await connectTo(server)
    other.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await other.answers(1)).toEqual([405])
    expect(connection.text).toBe('')
    finish()
    expect(await connection.answers(1)).toEqual([204])
  })

  it.each([
    ['500 if the delivery couldn’t be saved', 500, new Error('the disk of /secret/place is full')],
    ['503 with Retry-After if it can be saved soon', 503, new TryLater('/secret/place is away')],
  ])('is %s, without details', async (_is, status, error) => {
    const server = await startReceiver(() => Promise.reject(error))
    const connection = await connectTo(server)
    connection.socket.write(requestText('dlv_1'))
    expect(await connection.answers(1)).toEqual([status])
    expect(/\r\nRetry-After: [1-9]\d*\r\n/.test(connection.text)).toBe(status === 503)
    expect(connection.text).not.toContain('secret')
  })
})

describe('a Content-Encoding', () => {
  const encoded = (value: string) => requestText('dlv_1', { head: `Content-Encoding: ${value}\r\n` })

  it.each(['gzip', 'gzip, identity', 'x'])('%s: 415, unread, however it is signed', async value => {
    const server = await startReceiver()
    const connection = await connectTo(server)
    const [head] = encoded(value).split('\r\n\r\n')
    connection.socket.write(`${head}\r\n\r\n`)
    expect(await connection.answers(1)).toEqual([415])
    expect(connection.text).toContain('content_encoding')
    const refusal = { reason: 'content_encoding', status: 415, delivery: 'dlv_1', event: 'checkout.paid' }
    expect(server.refused).toEqual([refusal])
    connection.socket.write('{}')
    await connection.closed()
    expect(server.kept).toEqual([])
  })

  it.each(['Identity', ''])('%j is none', async value => {
    const server = await startReceiver()
    const connection = await connectTo(server)
    connection.socket.write(encoded(value))
    expect(await connection.answers(1)).toEqual([204])
  })
})

describe('when it stops', () => {
  it('requests in progress are answered, incomplete ones dropped, new connections refused', async () => {
    let finish = () => {}
    const server = await startReceiver(() => new Promise(resolve => (finish = resolve)))
    const [inHand, halfway, idle] = [
      await connectTo(server),
      await connectTo(server),
      await connectTo(server),
    ]
    halfway.socket.write(requestText('dlv_2').slice(0, -1))
    inHand.socket.write(requestText('dlv_1'))
    await server.taken(1)
    const { port } = server.receiver
    const stopped = server.receiver.stop()
    await Promise.all([halfway.closed(), idle.closed()])
    expect(await isListening(port)).toBe(false)
    inHand.socket.write(requestText('dlv_3'))
    finish()
    await stopped
    await inHand.closed()
    expect(inHand.statuses).toEqual([204])
    expect(inHand.text).toContain('Connection: close')
    expect([halfway.text, idle.text]).toEqual(['', ''])
    expect(server.kept.map(({ delivery }) => delivery)).toEqual(['dlv_1'])
  })
})
