/** `startSandbox` of pixctl/testing, in this process. How it leaves a process is in process.all.test.ts. */

import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Sandbox, SandboxOptions } from '#testing/types.ts'
import { startSandbox } from '#testing.ts'
import { CHARGES, Person } from '../sandbox/dashboard/pages.ts'
import { startReceiver } from '../sandbox/receiver.ts'
import { temporaryFolder } from '../support/folder.ts'
import { call } from '../support/http.ts'

async function start(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.stop())
  return sandbox
}

const api = ({ baseUrl, apiKey }: Sandbox, path: string, body?: unknown) =>
  call(baseUrl + path, {
    ...(body === undefined ? {} : { method: 'POST', body }),
    headers: { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': crypto.randomUUID() },
  })
const create = async (sandbox: Sandbox, amount = 10.5) =>
  (await api(sandbox, '/payments', { amount })).body.data.id as string
const balance = async (sandbox: Sandbox) => (await api(sandbox, '/balance')).body.data.availableBalance

it('serves the service at its addresses', async () => {
  const sandbox = await start()
  expect(sandbox).toMatchObject({
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/),
    realtimeUrl: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/realtime$/),
    dashboardUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    apiKey: expect.stringMatching(/^service_live_/),
    wsToken: expect.stringMatching(/^service_ws_/),
  })
  expect((await api(sandbox, '/status')).body.data).toEqual({
    authenticated: true,
    permissions: ['payments:create', 'payments:read', 'balance:read'],
    withdrawalsEnabled: false,
  })
  const person = await Person.loggedIn(sandbox)
  expect((await person.get(CHARGES)).status).toBe(200)
})

it('pays, lets expire and fail, and pays late: the charge is as the API has it', async () => {
  const { pay, expire, fail, charges, ...sandbox } = await start()
  const here = { ...sandbox, pay, expire, fail, charges }
  const [first, second, third] = [await create(here), await create(here), await create(here)]
  expect(await pay(first)).toMatchObject({ id: first, status: 'PAID', amount: 10.5, netAmount: 10.39 })
  expect(await pay(first)).toMatchObject({ status: 'PAID' })
  expect(await expire(second)).toMatchObject({ status: 'EXPIRED', paidAt: null })
  expect(await pay(second)).toMatchObject({ status: 'PAID' })
  expect(await fail(third)).toMatchObject({ status: 'FAILED' })
  expect((await charges()).map(({ id, status }) => [id, status])).toEqual([
    [third, 'FAILED'],
    [second, 'PAID'],
    [first, 'PAID'],
  ])
  expect(await charges()).toEqual((await api(here, '/payments')).body.data)
  expect(await balance(here)).toBe(20.78)
})

it('lists more charges than a page of the API has', async () => {
  const sandbox = await start()
  for (let n = 0; n < 101; n++) await create(sandbox)
  expect(await sandbox.charges()).toHaveLength(101)
})

it.each<[number | string, number]>([
  [25, 25],
  [0.07, 0.07],
  ['25.50', 25.5],
  ['1000000.00', 1_000_000],
])('deposits exactly %j', async (amount, reais) => {
  const sandbox = await start()
  expect(await sandbox.deposit(amount)).toEqual({
    id: expect.stringMatching(/^dep_/),
    amount: reais,
    currency: 'BRL',
    createdAt: expect.any(String),
  })
  expect(await balance(sandbox)).toBe(reais)
})

it('refuses to deposit what is no amount', async () => {
  const sandbox = await start()
  for (const amount of [10.505, 0, -1, Number.NaN, 1_000_000.01, '10.505'])
    await expect(sandbox.deposit(amount)).rejects.toMatchObject({ code: 'invalid_amount' })
  for (const amount of ['25,50', '1e2', '', [5], null])
    await expect(sandbox.deposit(amount as never)).rejects.toMatchObject({ code: 'invalid_argument' })
  expect(await balance(sandbox)).toBe(0)
})

it('delivers to an endpoint, five times, in the scaled time', async () => {
  const sandbox = await start({ timeScale: 60_000 })
  const receiver = await startReceiver()
  const added = await sandbox.addWebhook(receiver.url, ['deposit.approved'])
  expect(added).toEqual({
    id: expect.stringMatching(/^we_/),
    url: receiver.url,
    events: ['deposit.approved'],
    secret: expect.stringMatching(/^whsec_/),
  })
  await sandbox.addFault({ on: 'webhook', kind: 'status', status: 503 })
  await create(sandbox)
  await sandbox.deposit(5)
  const attempts = await receiver.received.until(5)
  expect(new Set(attempts.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1)
  expect(attempts[0]?.headers['x-service-event']).toBe('deposit.approved')
})

it('goes wrong until the faults are cleared', async () => {
  const sandbox = await start()
  const { id, ...fault } = await sandbox.addFault({ on: 'status', kind: 'status', status: 502 })
  expect(fault).toEqual({
    ...{ on: 'status', kind: 'status', status: 502, delaySeconds: null, times: null, rate: null },
    ...{ retryAfter: null, charge: null, type: null, endpoint: null },
    ...{ used: 0, createdAt: expect.any(String) },
  })
  const answer = await api(sandbox, '/status')
  expect([answer.status, answer.headers['x-sandbox-fault']]).toEqual([502, id])
  await sandbox.clearFaults()
  expect((await api(sandbox, '/status')).status).toBe(200)
})

it('shares nothing with another one', async () => {
  const [one, other] = await Promise.all([start(), start()])
  const id = await create(one)
  expect(one.apiKey).not.toBe(other.apiKey)
  expect((await api({ ...other, apiKey: one.apiKey }, '/status')).status).toBe(401)
  await expect(other.pay(id)).rejects.toMatchObject({ code: 'payment_not_found' })
  await one.stop()
  expect(await other.charges()).toEqual([])
})

it('answers more calls in a minute than the service, unless it has a limit', async () => {
  const [free, limited] = [await start(), await start({ rateLimit: 1 })]
  for (let n = 0; n < 125; n++) expect((await api(free, '/status')).status).toBe(200)
  await api(limited, '/status')
  expect((await api(limited, '/status')).status).toBe(429)
})

it('says in the given language what is wrong, with the code of the service', async () => {
  const [english, portuguese] = [await start(), await start({ language: 'pt-BR' })]
  const message = 'this store has no charge pay_none'
  await expect(english.pay('pay_none')).rejects.toMatchObject({ code: 'payment_not_found', message })
  await expect(portuguese.pay('pay_none')).rejects.toMatchObject({
    code: 'payment_not_found',
    message: 'esta loja não tem a cobrança pay_none',
  })
  const id = await create(english)
  await english.fail(id)
  await expect(english.pay(id)).rejects.toMatchObject({ code: 'state_conflict' })
})

it('says by a code what is wrong with an endpoint or a fault, where there are no types', async () => {
  const { addWebhook, addFault } = await start()
  await expect(addWebhook('http://example.com/')).rejects.toMatchObject({ code: 'invalid_url' })
  // @ts-expect-error it comes without being registered for
  const unregistered = addWebhook('https://example.com/', ['endpoint.test'])
  await expect(unregistered).rejects.toMatchObject({ code: 'invalid_events' })
  // @ts-expect-error a fault that would never end
  const endless = addFault({ on: 'get', kind: 'hang', time: 1 })
  await expect(endless).rejects.toMatchObject({ code: 'invalid_body' })
  // @ts-expect-error a fault of no kind
  const kindless = addFault({ on: 'get', times: 1 })
  await expect(kindless).rejects.toMatchObject({ code: 'invalid_fault' })
})

it('rejects with a clear error if the port is in use, and leaves nothing behind', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await expect(startSandbox({ port })).rejects.toMatchObject({
    code: 'port_in_use',
    message: `port ${port} is in use: choose another one, or leave it out for any free one`,
  })
})

it.each<[string, unknown, string]>([
  ['port', '4010', "port is '4010'; it must be a whole number from 0 to 65535"],
  ['port', -1, 'port is -1;'],
  ['port', null, 'port is null;'],
  ['data', 5, 'data is 5; it must be the path of a folder, as text'],
  ['data', '', "data is '';"],
  ['language', 'xx', "language is 'xx'; it must be 'en' or 'pt-BR'"],
  ['timeScale', 0.5, 'timeScale is 0.5; it must be a number from 1 on'],
  ['timeScale', Number.POSITIVE_INFINITY, 'timeScale is Infinity;'],
  ['rateLimit', 0, "rateLimit is 0; it must be 'off' or a whole number from 1 on"],
  [
    'timescale',
    60,
    'there is no option timescale: the options are port, data, language, timeScale, apiKey, ',
  ],
])('refuses the option %s: %j', async (name, value, message) => {
  const error = await startSandbox({ [name]: value }).catch(error => error)
  expect(error).toBeInstanceOf(TypeError)
  expect(error).toMatchObject({ code: 'invalid_argument', message: expect.stringContaining(message) })
})

it('refuses what are no options, and says so in the language that they ask for', async () => {
  // @ts-expect-error null is none
  await expect(startSandbox(null)).rejects.toThrow('options is null; it must be an object')
  await expect(startSandbox({ language: 'pt-BR', port: -1 })).rejects.toThrow(
    'port é -1; deve ser um número inteiro de 0 a 65535',
  )
})

it.each<[string, (sandbox: Sandbox) => Promise<unknown>, string]>([
  ['a promise', ({ pay }) => pay(Promise.resolve('pay_1') as never), "id is Promise { 'pay_1' }; it must"],
  ['no id', ({ fail }) => fail(null as never), 'id is null; it must be an id, as text (is an await'],
  ['an object', ({ expire }) => expire({} as never), 'id is {}; it must be an id'],
  ['no fault', ({ addFault }) => addFault(null as never), 'fault is null; it must be an object'],
  ['a list', ({ addFault }) => addFault([] as never), 'fault is []; it must be an object'],
])('refuses %s', async (_, act, message) => {
  const error = await act(await start()).catch(error => error)
  expect(error).toBeInstanceOf(TypeError)
  expect(error).toMatchObject({ code: 'invalid_argument', message: expect.stringContaining(message) })
})

it('keeps its data in a folder, for one at a time', async () => {
  const data = join(temporaryFolder(), 'data')
  const first = await startSandbox({ data })
  const id = await create(first)
  await expect(startSandbox({ data })).rejects.toMatchObject({
    code: 'sandbox_locked',
    message: `another sandbox is using the data in ${data}`,
  })
  await first.stop()
  const second = await start({ data })
  expect(second.apiKey).toBe(first.apiKey)
  expect(await second.charges()).toMatchObject([{ id }])
})

it('uses none of pixctl’s settings, and writes nothing', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => void vi.unstubAllEnvs())
  const folders = ['PIXCTL_CONFIG_DIR', 'PIXCTL_DATA_DIR', 'PIXCTL_CACHE_DIR']
  for (const name of ['HOME', 'XDG_CONFIG_HOME', ...folders]) vi.stubEnv(name, join(folder, name))
  vi.stubEnv('PIXCTL_API_KEY', 'service_live_1')
  vi.stubEnv('PIXCTL_LANG', 'pt-BR')
  const sandbox = await startSandbox()
  // A URL is an address too.
  const { url } = await sandbox.addWebhook(new URL('http://127.0.0.1:9/'))
  expect(url).toBe('http://127.0.0.1:9/')
  expect((await api(sandbox, '/status')).status).toBe(200)
  await expect(sandbox.pay('x')).rejects.toThrow('this store has no charge x')
  await sandbox.stop()
  expect(readdirSync(folder)).toEqual([])
})

it('stops once, and rejects every call after that', async () => {
  const sandbox = await startSandbox()
  const id = await create(sandbox)
  await Promise.all([sandbox.stop(), sandbox.stop()])
  await sandbox[Symbol.asyncDispose]()
  const stopped = { code: 'stopped', message: 'this sandbox was stopped' }
  await expect(sandbox.pay(id)).rejects.toMatchObject(stopped)
  await expect(sandbox.charges()).rejects.toMatchObject(stopped)
  await expect(sandbox.addFault({ on: 'get', kind: 'hang' })).rejects.toMatchObject(stopped)
  expect(() => sandbox.newLoginUrl()).toThrow('this sandbox was stopped')
  const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1')
  expect(await once(socket, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
})

it('stops soon while calls and deliveries hang', async () => {
  const sandbox = await startSandbox()
  await sandbox.addFault({ on: 'status', kind: 'hang' })
  await sandbox.addFault({ on: 'webhook', kind: 'delay', delaySeconds: 3600 })
  const receiver = await startReceiver()
  await sandbox.addWebhook(receiver.url)
  await sandbox.deposit(5)
  const hanging = api(sandbox, '/status').catch(({ code }) => code)
  // Once a later call is answered, that one has arrived.
  await api(sandbox, '/balance')
  await sandbox.stop()
  expect(await hanging).toBe('ECONNRESET')
  expect(receiver.received.all).toEqual([])
})

it('has the time of a test that sets the date', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'] })
  const sandbox = await start()
  const id = await create(sandbox)
  expect((await api(sandbox, `/payments/${id}`)).body.data.status).toBe('PENDING')
  vi.setSystemTime(Date.now() + 30 * 60_000)
  expect((await api(sandbox, `/payments/${id}`)).body.data.status).toBe('EXPIRED')
})
