/** Which connection is ended by a new one if there are too many. */

import { EventEmitter, once } from 'node:events'
import { get as httpGet, type IncomingMessage, type RequestListener } from 'node:http'
import { get as httpsGet } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { createServer, LimitedConnections, limitConnections, listening } from '#lib/connections.ts'
import { Monitor } from '#monitor/monitor.ts'
import { listen } from '#web/server.ts'
import { portOf, startHarness } from '../sandbox/harness.ts'
import { serving } from '../web/serving.ts'
import { Connection, startReceiver, TLS } from '../webhooks/receiver.ts'

it('at the limit a new one ends the oldest without a complete request, and one counts as new once it is answered', () => {
  const connections = new LimitedConnections(4)
  const ended: string[] = []
  const connect = (name: string): Socket => {
    const socket = Object.assign(new EventEmitter(), {
      destroyed: false,
      destroy: () => {
        socket.destroyed = true
        ended.push(name)
        socket.emit('close')
      },
    })
    connections.add(socket as unknown as Socket)
    return socket as unknown as Socket
  }
  const inHand = connect('in hand')
  connections.markUnanswered(inHand)
  for (let n = 1; n <= 4; n++) connect(`silent ${n}`)
  expect(ended).toEqual(['silent 1'])
  connections.markAnswered(inHand)
  for (let n = 5; n <= 8; n++) connect(`silent ${n}`)
  expect(ended).toEqual(['silent 1', 'silent 2', 'silent 3', 'silent 4', 'in hand'])
})

/** A server with at most four connections: how many requests it has answered, connections cut, and requests Node has made. */
async function startServer(answer: RequestListener) {
  const counts = { answered: 0, cut: 0, made: 0 }
  const server = await createServer()
  const made = () => counts.made++
  server.on('request', made).on('checkExpectation', made)
  limitConnections(
    server,
    4,
    (request, response) => {
      counts.answered++
      answer(request, response)
    },
    () => counts.cut++,
  )
  await listening(server, '127.0.0.1', 0)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port, counts }
}

async function startMonitor(): Promise<Monitor> {
  const monitor = await Monitor.start({ host: '127.0.0.1', port: 0 }, systemClock, '1.2.3', 'webhook')
  onTestFinished(() => monitor.close())
  return monitor
}

const ASK = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

it.each([
  ['in one write', ASK.repeat(2000)],
  ['in one write, with bodies', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'.repeat(2000)],
  ['without a Host', 'GET / HTTP/1.1\r\n\r\n'.repeat(2000)],
  ['expecting what nobody knows', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n'.repeat(2000)],
])(
  'one that sends requests ahead is ended, and only its first one is handled: %s',
  async (_name, requests) => {
    const { port, counts } = await startServer(
      (_request, response) => void setImmediate(() => response.end('x')),
    )
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(requests)
    // It may be a reset, for what it has sent isn't read.
    await new Promise(resolve => socket.resume().once('close', resolve))
    expect(counts).toEqual({ answered: 1, cut: 1, made: 2 })
  },
)

it.each<[string, () => Promise<number>]>([
  ['the listener', async () => (await startReceiver()).receiver.port],
  ['the monitor', async () => (await startMonitor()).port],
  ['the pages', async () => (await serving()).port],
  ['the sandbox', async () => portOf((await startHarness()).sandbox.baseUrl)],
])('%s also ends one with requests that Node would answer by itself', async (_name, start) => {
  const port = await start()
  for (const header of ['', 'Host: 127.0.0.1\r\nExpect: x\r\n']) {
    const connection = new Connection(connect(port, '127.0.0.1'))
    connection.socket.write(`GET / HTTP/1.1\r\n${header}\r\n`.repeat(2))
    await connection.closed()
    expect(connection.text).not.toMatch(/ 400 | 417 /)
  }
})

it('one that asks again after each answer stays', async () => {
  const { port, counts } = await startServer((_request, response) => response.end('x'))
  const socket = connect(port, '127.0.0.1')
  for (let n = 0; n < 100; n++) {
    socket.write(ASK)
    await once(socket, 'data')
  }
  socket.destroy()
  expect(counts).toMatchObject({ answered: 100, cut: 0 })
})

it('one that reads no answer keeps no place, however many requests it has sent', async () => {
  const { server, port } = await startServer((_request, response) =>
    response.end(Buffer.alloc(16 * 1024 * 1024)),
  )
  const crowd = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  for (const socket of crowd) {
    socket.write(ASK)
    await once(server, 'request')
  }
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect((await answer.arrayBuffer()).byteLength).toBe(16 * 1024 * 1024)
  for (const socket of crowd) socket.destroy()
})

it.each([
  ['http', undefined],
  ['https', TLS],
])(
  'over %s, 260 connections that send nothing end no page that is open, and a new one is answered',
  async (scheme, tls) => {
    const server = await listen('127.0.0.1', 0, tls)
    onTestFinished(() => server.close())
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const app = new Hono()
      .get('/', c => c.text('x'))
      .get('/live', () => {
        const body = new ReadableStream({
          start: stream => {
            stream.enqueue(Buffer.from('first'))
            ended.then(() => {
              stream.enqueue(Buffer.from('last'))
              stream.close()
            })
          },
        })
        return new Response(body)
      })
    server.serve(app, () => {})
    const ask = (path: string) => {
      const where = { port: server.port, host: '127.0.0.1', path }
      const request = { ...where, rejectUnauthorized: false, agent: false as const }
      return new Promise<IncomingMessage>((resolve, reject) => {
        const asked = tls ? httpsGet(request, resolve) : httpGet(request, resolve)
        asked.on('error', reject)
      })
    }
    const live = await ask('/live')
    const crowd = Array.from({ length: 260 }, () => connect(server.port, '127.0.0.1').on('error', () => {}))
    onTestFinished(() => {
      for (const socket of crowd) socket.destroy()
    })
    await Promise.all(crowd.map(socket => once(socket, 'connect')))
    expect((await ask('/')).statusCode, scheme).toBe(200)
    end()
    expect(await text(live)).toBe('firstlast')
  },
)
it('a server at a name of this machine listens on this machine, whatever a name server says', async () => {
  const server = await createServer()
  await listening(server, 'shop.localhost', 0)
  onTestFinished(() => void server.close())
  expect((server.address() as AddressInfo).address).toBe('127.0.0.1')
})
