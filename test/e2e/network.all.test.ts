/** What lies between pixctl and the service: TLS, proxies, and connections that never come about. */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ended, Machine } from '../support/pixctl.ts'
import { API_KEY } from '../support/scripted.ts'
import { ONE_ATTEMPT } from '../support/service.ts'

// A certificate of localhost and pix.test that signed itself, and its key: they open nothing.
const certificate = fileURLToPath(new URL('../support/tls/cert.pem', import.meta.url))
const key = fileURLToPath(new URL('../support/tls/key.pem', import.meta.url))

const balance = JSON.stringify({ data: { availableBalance: 10.5, currency: 'BRL' } })

async function listening<S extends Server>(server: S) {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const httpsService = () =>
  listening(
    createHttpsServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(balance)
    }),
  )

/** A proxy that notes what it is asked for. */
async function proxy() {
  const asked: string[] = []
  const server = createHttpServer()
  server.on('connect', (request, client: Socket) => {
    asked.push(request.url ?? '')
    const upstream = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    for (const socket of [client, upstream]) socket.on('error', () => {})
  })
  return Object.assign(await listening(server), { asked })
}

/** Takes connections and never says a word. */
const silence = () => listening(createServer(() => {}))

const machineFor = (port: number, env: Record<string, string> = {}) =>
  new Machine({
    PIXCTL_API_KEY: API_KEY,
    PIXCTL_BASE_URL: `https://localhost:${port}/api/v1`,
    NODE_EXTRA_CA_CERTS: certificate,
    ...env,
  })

describe('https', () => {
  it('works when the certificate is trusted', async () => {
    await using service = await httpsService()
    using machine = machineFor(service.port)
    expect(await machine.pixctl(['balance'])).toMatchObject({
      code: 0,
      stdout: 'availableBalance\t10.50\ncurrency\tBRL\n',
    })
  })
})

describe('a proxy', () => {
  const remote = (port: number) => ({ PIXCTL_BASE_URL: `https://pix.test:${port}/api/v1` })

  it.each([
    ['https_proxy', 'http://'],
    ['HTTPS_PROXY', ''],
  ])('named by %s with %j before its host is used for https', async (name, scheme) => {
    await using service = await httpsService()
    await using through = await proxy()
    const settings = { [name]: `${scheme}127.0.0.1:${through.port}`, ...remote(service.port) }
    using machine = machineFor(service.port, settings)
    expect(await machine.pixctl(['balance'])).toMatchObject({ code: 0, stderr: '' })
    expect(through.asked).toEqual([`pix.test:${service.port}`])
  })

  it('is not used for the hosts of NO_PROXY, nor for this machine', async () => {
    await using service = await httpsService()
    await using through = await proxy()
    using machine = machineFor(service.port, { HTTPS_PROXY: `http://127.0.0.1:${through.port}` })
    for (const host of ['localhost', '127.0.0.1', 'pix.localhost']) {
      const env = { PIXCTL_BASE_URL: `https://${host}:${service.port}/api/v1` }
      expect(await machine.pixctl(['balance'], { env })).toMatchObject({ code: 0 })
    }
    const excepted = { ...remote(service.port), NO_PROXY: 'pix.test' }
    expect(await machine.pixctl(['balance', ...ONE_ATTEMPT], { env: excepted })).toMatchObject({ code: 9 })
    expect(through.asked).toEqual([])
  })

  it('that does not answer is named without its password', async () => {
    await using through = await silence()
    const settings = { HTTPS_PROXY: `http://user:pr0xy-secret@127.0.0.1:${through.port}`, ...remote(1) }
    using machine = machineFor(1, settings)
    const run = await machine.pixctl(['balance', '--debug', '--timeout', '0.5'])
    expect(run.code).toBe(9)
    expect(run.stdout + run.stderr).not.toContain('pr0xy-secret')
  })
})

describe('a connection that is never made', () => {
  // Each attempt may take 15 s: a command that heeds only that limit is too late here.
  const patience = 10_000

  it('takes no longer than --timeout', { timeout: patience }, async () => {
    await using service = await silence()
    using machine = machineFor(service.port)
    const { stderr, code } = await machine.pixctl(['charge', 'create', '--amount', '1', '--timeout', '0.5'])
    expect(code).toBe(9)
    expect(stderr).toMatch(/pixctl charge recover [0-9a-f-]{36}/)
  })

  it('is given up at once on Ctrl-C', { timeout: patience }, async () => {
    const server = createServer()
    const reached = once(server, 'connection')
    await using service = await listening(server)
    using machine = machineFor(service.port)
    const child = machine.start(['balance'])
    await reached
    child.kill('SIGINT')
    expect(await ended(child)).toMatchObject({ code: 130 })
  })
})
