/** What counts as an answer, whatever came before it, and what doesn't. */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTransport } from '#api/transport.ts'
import type { TransportError } from '#api/transport-error.ts'
import { DIRECT } from '#lib/proxy-settings.ts'
import { UNUSUAL, usual, WRONG } from '../support/unusual-answers.ts'

const BODY = '{"data":"é"}'

const tls = {
  cert: readFileSync(join(import.meta.dirname, '../support/tls/cert.pem')),
  key: readFileSync(join(import.meta.dirname, '../support/tls/key.pem')),
}

type Way = 'http' | 'https' | 'https by a proxy'

/** A server that calls `answer` for each request; `post` sends one, over a kept connection if there is one. */
async function serving(answer: (socket: Socket, count: number) => unknown, way: Way = 'http') {
  const sockets = new Set<Socket>()
  let count = 0
  const accept = (socket: Socket) => {
    sockets.add(socket.setNoDelay(true).on('error', () => {}))
    socket.on('data', () => answer(socket, ++count))
  }
  const server = way === 'http' ? createServer(accept) : createTlsServer(tls, accept)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  })
  const { port } = server.address() as { port: number }
  const httpsProxy = way === 'https by a proxy' ? await startProxy() : undefined
  const transport = await createTransport({ ...DIRECT, httpsProxy, insecure: true })
  const post = async (over: { timeoutMs?: number; bodyStart?: { bytes: number; ms: number } } = {}) => {
    const request = {
      method: 'POST' as const,
      url: `${way.split(' ')[0]}://127.0.0.1:${port}/`,
      headers: {},
      timeoutMs: 10_000,
    }
    const { signal } = new AbortController()
    try {
      const { status, body } = await transport.send({ ...request, body: Buffer.from('{}'), signal, ...over })
      return { status, body: body.toString() }
    } catch (error) {
      return error as TransportError
    }
  }
  return { post, sockets }
}

/** A proxy that makes every connection; its address. */
async function startProxy(): Promise<string> {
  const proxy = createHttpServer().on('connect', ({ url = '' }, client) => {
    const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(target).pipe(client)
    })
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as { port: number }).port}`
}

/** Writes each byte by itself. */
async function dribble(socket: Socket, bytes: string): Promise<void> {
  for (const byte of Buffer.from(bytes)) {
    if (socket.destroyed) return
    await new Promise(resolve => socket.write(Buffer.of(byte), resolve))
  }
}

describe.each(UNUSUAL)('an answer that %s', (_name, bytes) => {
  it.each<Way>(['http', 'https', 'https by a proxy'])(
    'counts, and the next one on its connection too, over %s',
    async way => {
      const { post, sockets } = await serving(
        (socket, count) => socket.write(bytes(400 + count, `${BODY}${count}`)),
        way,
      )
      for (const count of [1, 2, 3, 4, 5]) {
        expect(await post()).toEqual({ status: 400 + count, body: `${BODY}${count}` })
      }
      // The second request comes before undici has put the first connection back.
      expect(sockets.size).toBe(2)
    },
  )
})

it.each(UNUSUAL.filter(([name]) => !/thousands|60 KB/.test(name)))(
  'reads an answer that %s byte by byte',
  async (_name, bytes) => {
    const { post } = await serving(socket => dribble(socket, bytes(201, BODY)))
    expect(await post()).toEqual({ status: 201, body: BODY })
  },
)

it.each(WRONG)('takes %s for no answer', async (_name, bytes) => {
  const { post } = await serving(socket => socket.end(bytes(201, BODY)))
  expect(await post()).toMatchObject({ name: 'TransportError', maybeSent: true, cutShort: null })
  const start = { bytes: 1024, ms: 1000 }
  expect(await post({ bodyStart: start })).toMatchObject({ name: 'TransportError', maybeSent: true })
})

it('says so when the headers are longer than 64 KB', async () => {
  const { post } = await serving(socket => socket.write(usual(201, BODY, `X: ${'x'.repeat(66_000)}\r\n`)))
  expect(await post()).toMatchObject({
    message: 'the answer has more than 64 KB of headers',
    maybeSent: true,
  })
})

it.each([
  ['a 1xx after the other', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000)],
  ['the headers of a 1xx without end', `HTTP/1.1 103 Early Hints\r\n${'Link: </>\r\n'.repeat(1000)}`],
])('keeps to the time limit while there is %s', async (_name, bytes) => {
  const { post } = await serving(socket => {
    const more = () => {
      if (!socket.destroyed) socket.write(bytes, () => setImmediate(more))
      // What follows goes on where it was.
      bytes = bytes.replace(/^HTTP.*103.*\r\n/, '')
    }
    more()
  })
  expect(await post({ timeoutMs: 300 })).toMatchObject({ timedOut: true })
})

describe('the status', () => {
  it.each([
    ['a chunk is none', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['the body is cut', 'Content-Length: 10\r\n\r\nhalf'],
  ])('counts where only the status matters, and is named where not, when %s', async (_name, rest) => {
    const { post } = await serving(socket => socket.end(`HTTP/1.1 201 Created\r\n${rest}`))
    expect(await post({ bodyStart: { bytes: 1024, ms: 1000 } })).toMatchObject({ status: 201 })
    expect(await post()).toMatchObject({ cutShort: 201, message: 'the answer (201) was cut short' })
  })
})

it.each([
  ['with the first one', (socket: Socket, first: string, more: string) => socket.write(first + more)],
  [
    'later',
    (socket: Socket, first: string, more: string) => {
      socket.write(first, () => setTimeout(() => socket.write(more), 20))
    },
  ],
  [
    'later, as a 100',
    (socket: Socket, first: string) => {
      socket.write(first, () => setTimeout(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 20))
    },
  ],
])('closes the connection when another answer comes %s', async (_name, send) => {
  const { post, sockets } = await serving((socket, count) => {
    if (count === 1) send(socket, usual(201, 'asked for'), usual(201, 'not asked for'))
    else socket.write(usual(200, 'the second'))
  })
  expect(await post()).toEqual({ status: 201, body: 'asked for' })
  const [first] = sockets
  await once(first!, 'close')
  expect(await post()).toEqual({ status: 200, body: 'the second' })
  expect(sockets.size).toBe(2)
})
