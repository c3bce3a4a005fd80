/** Crowds of connections that keep nobody out: one limit for every server of this machine. */

import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { Monitor } from '#monitor/monitor.ts'
import { startSandbox } from '#sandbox/index.ts'
import { listen } from '#web/server.ts'
import { connectTo, requestText, startReceiver } from '../webhooks/receiver.ts'

/**
 * How long whoever asks properly may wait, in milliseconds. On an idle machine it takes a few; no time-out of the servers,
 * which would make room too, is that short.
 */
const SOON_MS = 4000

/** What each connection of a crowd sends. */
const CROWDS = [
  ['send nothing', ''],
  ['send half a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: '],
  ['send half a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx'],
  ['stay after their answer', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
] as const

async function crowd(port: number, size: number, text: string): Promise<Socket[]> {
  const sockets = Array.from({ length: size }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(
    sockets.map(async socket => {
      socket.on('error', () => {}).write(text)
      socket.resume()
      const isOver = once(socket, 'close')
      await Promise.race([once(socket, text.endsWith('\r\n\r\n') ? 'data' : 'connect'), isOver])
    }),
  )
  return sockets
}

/** The status of one request on a new connection. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { Connection: 'close' }
    get(url, { headers, signal: AbortSignal.timeout(SOON_MS) }, response => {
      response.resume().on('end', () => resolve(response.statusCode))
    }).on('error', reject)
  })
}

async function startPages() {
  const server = await listen('127.0.0.1', 0)
  onTestFinished(() => server.close())
  const app = new Hono()
    .get('/healthz', c => c.text('here'))
    .post('/', async c => c.text(await c.req.text()))
    .onError((_, c) => c.text('cut', 500))
  server.serve(app, () => {})
  return server.port
}

async function startMonitor() {
  const monitor = await Monitor.start({ host: '127.0.0.1', port: 0 }, systemClock, '1.2.3', 'webhook')
  onTestFinished(() => monitor.close())
  return monitor.port
}

async function startSides() {
  const sandbox = await startSandbox({ dataDir: ':memory:' })
  onTestFinished(() => sandbox.close())
  return sandbox
}

const SERVERS: [string, () => Promise<string>][] = [
  ['the pages of the inspector', async () => `http://127.0.0.1:${await startPages()}/healthz`],
  ['the monitor', async () => `http://127.0.0.1:${await startMonitor()}/healthz`],
  ["the sandbox's dashboard", async () => `${(await startSides()).dashboardUrl}/`],
  ["the sandbox's API", async () => `${(await startSides()).baseUrl}/status`],
]

describe.each(SERVERS)('%s', (_name, start) => {
  it.each(CROWDS)('answers at once while 300 connections %s', async (_what, text) => {
    const url = await start()
    const status = await statusOf(url)
    await crowd(Number(new URL(url).port), 300, text)
    expect(await statusOf(url)).toBe(status)
  })
})

it('the sandbox answers at once while more connections than it keeps send nothing', async () => {
  const { baseUrl } = await startSides()
  const sockets = await crowd(Number(new URL(baseUrl).port), 4_300, '')
  expect(await statusOf(`${baseUrl}/status`)).toBe(401)
  // Those that came first made room.
  await expect.poll(() => sockets.filter(socket => socket.closed).length).toBeGreaterThan(200)
})

describe('a receiver', () => {
  it.each(CROWDS)('takes a delivery at once while 300 connections %s', async (_what, text) => {
    const server = await startReceiver(undefined, { maxConnections: 200 })
    await crowd(server.receiver.port, 300, text)
    const started = performance.now()
    const connection = await connectTo(server)
    connection.socket.write(requestText('dlv_1'))
    expect(await connection.answers(1)).toEqual([204])
    expect(performance.now() - started).toBeLessThan(SOON_MS)
    connection.socket.destroy()
  })
})

it('a request whose answer is on its way keeps its place, and so does a stream', async () => {
  const server = await listen('127.0.0.1', 0)
  onTestFinished(() => server.close())
  const answer = Promise.withResolvers<void>()
  const stream = new ReadableStream({ start: stream => stream.enqueue(new Uint8Array(1)) })
  const app = new Hono()
    .get('/slow', async c => {
      await answer.promise
      return c.text('at last')
    })
    .post('/form', async c => {
      const form = await c.req.text()
      await answer.promise
      return c.text(form)
    })
    .get('/live', () => new Response(stream))
    .get('/', c => c.text('here'))
  server.serve(app, () => {})
  const origin = `http://127.0.0.1:${server.port}`
  const live = await fetch(`${origin}/live`)
  const slow = fetch(`${origin}/slow`)
  const form = fetch(`${origin}/form`, { method: 'POST', body: 'x=1' })
  await crowd(server.port, 500, '')
  answer.resolve()
  expect(await (await slow).text()).toBe('at last')
  expect(await (await form).text()).toBe('x=1')
  expect((await live.body!.getReader().read()).done).toBe(false)
})
