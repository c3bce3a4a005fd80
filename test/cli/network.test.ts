/** Errors that trying again can't change are said at once, with the way out. */

import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { asTransportError } from '#api/transport-error.ts'
import { type Clock, systemClock } from '#lib/clock.ts'
import { english } from '#lib/language.ts'
import { explain, remedyOf } from '#realtime/reasons.ts'
import { openInbox, take } from '../inbox/arriving.ts'
import { freePort } from '../support/http.ts'
import { runCommand, testHost } from '../support/run.ts'
import { ONE_ATTEMPT } from '../support/service.ts'

const tls = (name: string) => readFileSync(join(import.meta.dirname, '../support/tls', name))

/** A clock on which waiting fails the test. */
const noWaiting: Clock = {
  ...systemClock,
  sleep: () => Promise.reject(new Error('it waited')),
}

async function portOf(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const hostFor = (baseUrl: string, env: Record<string, string> = {}) =>
  testHost({
    clock: noWaiting,
    env: { PIXCTL_API_KEY: 'service_live_never_show_this_key', PIXCTL_BASE_URL: baseUrl, ...env },
  })

it('a certificate that is not trusted', async () => {
  const port = await portOf(createHttpsServer({ cert: tls('cert.pem'), key: tls('key.pem') }))
  const host = hostFor(`https://localhost:${port}/api/v1`)
  const { stderr, code } = await runCommand(['balance'], { host })
  expect(code).toBe(9)
  expect(stderr).toMatch(/certificate was not accepted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/)
  expect(stderr).toContain('NODE_EXTRA_CA_CERTS')
})

it.each([
  [407, 'HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT'],
  [403, 'NO_PROXY'],
])('a proxy that answers %i', async (status, wayOut) => {
  const server = createHttpServer()
  server.on('connect', (_request, client: Socket) => client.end(`HTTP/1.1 ${status} No\r\n\r\n`))
  const proxy = `http://127.0.0.1:${await portOf(server)}`
  const host = hostFor('https://example.invalid/api/v1', { HTTPS_PROXY: proxy })
  const { stderr, code } = await runCommand(['charge', 'create', '--amount', '1'], { host })
  expect(code).toBe(9)
  expect(stderr).toContain(`the charge was not created: the proxy refused to connect (${status})`)
  expect(stderr).toContain(wayOut)
})

const CHECK_PROXY = 'check HTTPS_PROXY, or add the host to NO_PROXY to connect without the proxy'

it.each([
  ['status'],
  ['charge', 'create', '--amount', '1'],
  ['webhook', 'trigger', 'payment.created', '--to', 'https://shop.invalid/hook', '--yes'],
  ['webhook', 'check', 'https://shop.invalid/hook', '--yes'],
  ['webhook', 'replay', 'dlv_1', '--to', 'https://shop.invalid/hook'],
])('a proxy that is not there: %s %s', async (...args) => {
  const proxy = `127.0.0.1:${await freePort()}`
  const host = hostFor('https://pix.invalid/api/v1', {
    HTTPS_PROXY: `http://ana:hidden@${proxy}`,
    PIXCTL_WEBHOOK_SECRET: 'whsec_0123456789abcdef0123456789abcdef',
  })
  if (args.includes('replay')) await take(await openInbox(host.env.PIXCTL_DATA_DIR), { delivery: 'dlv_1' })
  const { stdout, stderr, code } = await runCommand([...args, '--debug'], { host })
  expect(code).toBe(9)
  expect(stderr).toContain(`the proxy ${proxy} does not answer: the connection was refused\n`)
  expect(stderr).toContain(CHECK_PROXY)
  expect(stderr).not.toContain('nothing listens')
  expect(stdout + stderr).not.toMatch(/ana|hidden/)
})

it('a proxy that cuts the connection', async () => {
  const server = createHttpServer()
  server.on('connect', (_request, client: Socket) => client.destroy())
  const proxy = `127.0.0.1:${await portOf(server)}`
  const host = testHost({
    env: { ...hostFor('https://pix.invalid/api/v1').env, HTTPS_PROXY: `http://${proxy}` },
  })
  const { stderr, code } = await runCommand(['charge', 'create', '--amount', '1', ...ONE_ATTEMPT], { host })
  expect(code).toBe(9)
  expect(stderr).toContain(
    `the charge was not created: the proxy ${proxy} does not answer: the connection was cut\n`,
  )
  expect(stderr).toContain(CHECK_PROXY)
})

it.each([
  ['ENOTFOUND', 'no internet? there is no host with that name', CHECK_PROXY],
  // A name server that doesn't answer just now.
  ['EAI_AGAIN', 'no internet? the host name could not be resolved', null],
])("a proxy's name that can not be resolved: %s", (code, why, remedy) => {
  // As Node's dns.lookup gives it.
  const cause = Object.assign(new Error(`getaddrinfo ${code} proxy.invalid`), {
    code,
    syscall: 'getaddrinfo',
  })
  const words = `the proxy proxy.invalid:3128 does not answer: ${why}`
  const error = asTransportError(cause, false, 15_000, 'proxy.invalid:3128')
  expect(error).toMatchObject({ message: words, maybeSent: false, isOfProxy: true })
  expect(error.remedy && english(error.remedy)).toBe(remedy)
  expect(error.saidFor('https://pix.invalid/api/v1')).toBe(words)
  const ofChannel = Object.assign(new Error('proxy', { cause }), { proxy: 'proxy.invalid:3128' })
  const found = remedyOf(ofChannel)
  expect(english(explain(ofChannel))).toBe(words)
  expect(found && english(found)).toBe(remedy)
})

it.each([
  ['sandbox', 'pixctl sandbox start'],
  ['shop', 'pixctl sandbox start --profile shop'],
])('a sandbox that does not run, of the profile %s', async (profile, command) => {
  const port = await freePort()
  const host = hostFor('')
  mkdirSync(host.env.PIXCTL_CONFIG_DIR!, { recursive: true, mode: 0o700 })
  const entry = {
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    realtimeUrl: `ws://127.0.0.1:${port}/realtime`,
    dashboardUrl: `http://127.0.0.1:${port + 1}`,
  }
  const config = JSON.stringify({ current: profile, profiles: { [profile]: entry } })
  writeFileSync(join(host.env.PIXCTL_CONFIG_DIR!, 'config.json'), config, { mode: 0o600 })
  const { stderr, code } = await runCommand(['charge', 'create', '--amount', '1'], { host })
  expect(code).toBe(9)
  expect(stderr).toContain('the charge was not created: the connection was refused')
  expect(stderr).toContain(`start the sandbox: ${command} --port ${port}\n`)
  expect(stderr).toMatch(/pixctl charge recover [0-9a-f-]{36}/)
})

it.each([
  [
    'ENOTFOUND',
    'check the connection, then the host name in the realtime URL, and in HTTPS_PROXY if it is set',
  ],
  // A name server that doesn't answer just now.
  ['EAI_AGAIN', null],
])('a name that can not be resolved, of the service or of the realtime channel: %s', (code, remedy) => {
  // As Node's dns.lookup gives it.
  const cause = Object.assign(new Error(`getaddrinfo ${code} nowhere.invalid`), {
    code,
    syscall: 'getaddrinfo',
  })
  const error = asTransportError(new TypeError('fetch failed', { cause }), false, 15_000)
  expect([error.remedy === null, error.maybeSent]).toEqual([remedy === null, false])
  const found = remedyOf(cause)
  expect(found && english(found)).toBe(remedy)
})
