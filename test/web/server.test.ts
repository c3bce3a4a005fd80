/** The server of pages: its ports, and how it ends. */

import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { listen } from '#web/server.ts'

const fail = (fault: unknown) => {
  throw fault
}

it('answers on a free port', async () => {
  const server = await listen('127.0.0.1', 0)
  const waiting = fetch(`http://127.0.0.1:${server.port}/x`)
  server.serve(
    new Hono().get('/x', c => c.text('here')),
    fail,
  )
  expect(await (await waiting).text()).toBe('here')
  await server.close()
})

it('says that a port is in use', async () => {
  const server = await listen('127.0.0.1', 0)
  await expect(listen('127.0.0.1', server.port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await server.close()
})

it.each([
  ['nothing', ''],
  ['half a request', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['half a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx'],
  ['a whole request, whose answer never ends', 'GET /stream HTTP/1.1\r\nHost: x\r\n\r\n'],
])('ends at once while a client has sent %s', async (_what, sent) => {
  const server = await listen('127.0.0.1', 0)
  const app = new Hono()
    .get(
      '/stream',
      () => new Response(new ReadableStream({ start: stream => stream.enqueue(new Uint8Array(1)) })),
    )
    .post('/', async c => c.text(await c.req.text()))
  server.serve(app, () => {})
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  if (sent) socket.write(sent)
  if (sent.includes('/stream')) await once(socket, 'data')
  else socket.resume()
  const closed = new Promise(resolve => socket.once('close', resolve))
  await server.close()
  await closed
})

it('ends requests that come before it serves', async () => {
  const server = await listen('127.0.0.1', 0)
  const waiting = fetch(`http://127.0.0.1:${server.port}/`)
  const failed = expect(waiting).rejects.toThrow()
  await server.close()
  await failed
})
