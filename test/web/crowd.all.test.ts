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
    get(url, { headers }, response => {
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

/** They share how a crowd makes room (test/lib/connections.test.ts): each server gets one that does another thing. */
const SERVERS: [string, () => Promise<string>, (typeof CROWDS)[number]][] = [
  ['the pages of the inspector', async () => `http://127.0.0.1:${await startPages()}/healthz`, CROWDS[2]],
  ['the monitor', async () => `http://127.0.0.1:${await startMonitor()}/healthz`, CROWDS[0]],
  ["the sandbox's dashboard", async () => `${(await startSides()).dashboardUrl}/`, CROWDS[3]],
  ["the sandbox's API", async () => `${(await startSides()).baseUrl}/status`, CROWDS[1]],
]

/**
 * Most of a crowd is still there: no time-out of the server, which would make room too, has ended it. Those that have their
 * answer are ended after a few seconds, so nothing is said of them.
 */
function expectStillThere(sockets: readonly Socket[], text: string): void {
  if (text.endsWith('\r\n\r\n')) return
  expect(sockets.filter(socket => !socket.closed).length).toBeGreaterThan(50)
}

it.each(SERVERS)('%s answer while 300 connections send little', async (_name, start, [, text]) => {
  const url = await start()
  const status = await statusOf(url)
  const sockets = await crowd(Number(new URL(url).port), 300, text)
  expect(await statusOf(url)).toBe(status)
  expectStillThere(sockets, text)
})

it('the sandbox answers while more connections than it keeps send nothing', async () => {
  const { baseUrl } = await startSides()
  const sockets = await crowd(Number(new URL(baseUrl).port), 4_300, '')
  expect(await statusOf(`${baseUrl}/status`)).toBe(401)
  // Those that came first made room.
  await expect.poll(() => sockets.filter(socket => socket.closed).length).toBeGreaterThan(200)
})

describe('a receiver', () => {
  it.each(CROWDS)('takes a delivery while 300 connections %s', async (_what, text) => {
    const server = await startReceiver(undefined, { maxConnections: 200 })
    const sockets = await crowd(server.receiver.port, 300, text)
    const connection = await connectTo(server)
    connection.socket.write(requestText('dlv_1'))
    expect(await connection.answers(1)).toEqual([204])
    expectStillThere(sockets, text)
    connection.socket.destroy()
  })
})
