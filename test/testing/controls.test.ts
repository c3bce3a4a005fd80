/** What a test does with a sandbox of its own: known secrets, deliveries and waiting for them, keys, the store. */

import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import type { Sandbox, SandboxOptions } from '#testing/types.ts'
import { startSandbox } from '#testing.ts'
import { expectedSignature, signedAt, startReceiver, status } from '../sandbox/receiver.ts'
import { call } from '../support/http.ts'

async function start(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox({ timeScale: 6000, ...options })
  onTestFinished(() => sandbox.stop())
  return sandbox
}

const statusWith = async ({ baseUrl }: Sandbox, apiKey: string) =>
  (await call(`${baseUrl}/status`, { headers: { Authorization: `Bearer ${apiKey}` } })).status

it('has the key, the token and the webhooks that were given', async () => {
  const receiver = await startReceiver()
  const given = { apiKey: 'service_live_of-a-test', wsToken: 'service_ws_of-a-test' }
  const url = new URL(receiver.url)
  const webhook = { url, events: ['deposit.approved'], secret: 'whsec_of-a-test' } as const
  const sandbox = await start({ ...given, webhooks: [webhook] })
  expect(sandbox).toMatchObject(given)
  expect(await statusWith(sandbox, given.apiKey)).toBe(200)
  await sandbox.deposit(5)
  const { body, headers, to } = await sandbox.waitForDelivery({ type: 'deposit.approved' })
  expect(to).toBe(receiver.url)
  const at = signedAt(receiver.received.all[0]!)
  expect(headers!['X-Service-Signature']).toBe(expectedSignature(webhook.secret, at, Buffer.from(body)))
})

it.each<[string, unknown, string, string]>([
  ['apiKey', 'service_ws_of-a-test', 'invalid_argument', 'it must be a text that begins with service_live_,'],
  ['wsToken', 'service_ws_', 'invalid_argument', 'it must be a text that begins with service_ws_,'],
  ['webhooks', 'http://127.0.0.1:9/', 'invalid_argument', 'it must be a list of objects with url'],
  ['webhooks', [{ url: 'ftp://shop' }], 'invalid_url', 'url must be an https address'],
  ['webhooks', [{ url: 'https://shop.example', event: [] }], 'invalid_body', 'the field "event" is not acc'],
])('refuses %s: %j', async (name, value, code, message) => {
  const started = startSandbox({ [name]: value })
  await expect(started).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
})

it('waits for a delivery, and lists them', async () => {
  const answers = [500, 204]
  const receiver = await startReceiver(response => response.writeHead(answers.shift() ?? 204).end())
  const sandbox = await start()
  const { id } = await sandbox.addWebhook(receiver.url)
  await sandbox.deposit(5)
  const delivery = await sandbox.waitForDelivery({ type: 'deposit.*', endpoint: id })
  expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status: 500 }, { status: 204 }] })
  expect(delivery.body).toBe(String(receiver.received.all[1]?.body))
  expect(await sandbox.deliveries()).toEqual([delivery])
  expect(await sandbox.deliveries({ type: 'payment.failed' })).toEqual([])
  const again = delivery.delivery
  expect(await sandbox.redeliver(again)).toMatchObject({ delivery: again, status: 204 })
})

it('pays so that each endpoint is told twice, or nobody', async () => {
  const receiver = await startReceiver()
  const sandbox = await start({ webhooks: [{ url: receiver.url, events: ['payment.approved'] }] })
  const create = async () => {
    const headers = { Authorization: `Bearer ${sandbox.apiKey}`, 'Idempotency-Key': randomUUID() }
    const request = { method: 'POST', headers, body: { amount: 10.5 } }
    return (await call(`${sandbox.baseUrl}/payments`, request)).body.data.id
  }
  expect(await sandbox.pay(await create(), { deliver: 'none' })).toMatchObject({ status: 'PAID' })
  await sandbox.pay(await create(), { deliver: 'twice' })
  await receiver.received.until(2)
  const [first, second] = await sandbox.deliveries()
  expect(first?.eventId).toBe(second?.eventId)
  expect(first?.delivery).not.toBe(second?.delivery)
  expect(await sandbox.deliveries()).toHaveLength(2)
  const wrong = sandbox.pay(await create(), { deliver: 'thrice' as 'twice' })
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_body' })
})

it('lists what the program asked, and waits for it', async () => {
  const sandbox = await start()
  const key = randomUUID()
  const headers = { Authorization: `Bearer ${sandbox.apiKey}`, 'Idempotency-Key': key }
  const again = { method: 'POST', headers, body: { amount: 10.5 } }
  const { id } = await sandbox.addFault({ on: 'create', kind: 'close', times: 1 })
  await expect(call(`${sandbox.baseUrl}/payments`, again)).rejects.toThrow()
  const waiting = sandbox.requests({ key, status: 201, timeout: 4000 })
  await call(`${sandbox.baseUrl}/payments`, again)
  const [created] = await waiting
  const [last, first, ...others] = await sandbox.requests({ key })
  expect(others).toEqual([])
  expect(last).toEqual(created)
  expect(first).toMatchObject({ status: null, fault: id, body: last?.body, path: '/api/v1/payments' })
  expect(await sandbox.requests({ status: null })).toEqual([first])
  expect(await sandbox.requests({ path: '/balance', timeout: 1 })).toEqual([])
  const wrong = sandbox.requests({ key: 1 as never })
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' })
  await sandbox.reset()
  expect(await sandbox.requests()).toEqual([])
})

it('moves its time on, and tells in order what happened meanwhile', async () => {
  const receiver = await startReceiver()
  const sandbox = await start({ webhooks: [{ url: receiver.url, events: ['payment.expired'] }] })
  const headers = { Authorization: `Bearer ${sandbox.apiKey}`, 'Idempotency-Key': randomUUID() }
  await call(`${sandbox.baseUrl}/payments`, { method: 'POST', headers, body: { amount: 10.5 } })
  const { now } = await sandbox.advance('31m')
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(30 * 60_000)
  expect(receiver.received.all).toHaveLength(1)
  expect((await sandbox.charges())[0]?.status).toBe('EXPIRED')
  expect(Math.abs(signedAt(receiver.received.all[0]!) - Date.now() / 1000)).toBeLessThan(60)
  await expect(sandbox.advance('soon')).rejects.toMatchObject({ code: 'invalid_duration' })
})

it('says what arrived instead, from the line that waits', async () => {
  const receiver = await startReceiver(status(401))
  const sandbox = await start()
  await sandbox.addWebhook(receiver.url)
  await sandbox.deposit(5)
  await sandbox.waitForDelivery({ status: 'failed' })
  const waiting = sandbox.waitForDelivery({ type: 'deposit.approved' }, { timeout: 0 })
  const error = await waiting.catch(error => error)
  const message = 'no delivery that matches within 0 s: deposit.approved was answered 401 five times by '
  expect(error.code).toBe('no_delivery')
  expect(error.message).toContain(message + receiver.url)
  expect(error.stack).toContain('controls.test.ts')
})

it.each<[unknown, object | undefined, string]>([
  [{ type: 'payment.paid' }, undefined, 'invalid_request'],
  [{ charge: 'pay_1' }, undefined, 'invalid_request'],
  [{ type: ['payment.approved'] }, undefined, 'invalid_request'],
  [{ endpoint: 'we_none' }, undefined, 'endpoint_not_found'],
  [{}, { timeout: -1 }, 'invalid_argument'],
  [undefined, undefined, 'invalid_argument'],
])('refuses a wait that could never end well: %j', async (filter, options, code) => {
  const { waitForDelivery } = await start()
  await expect(waitForDelivery(filter as never, options)).rejects.toMatchObject({ code })
})

it('a wait ends with the sandbox', async () => {
  const sandbox = await startSandbox()
  const waiting = sandbox.waitForDelivery({}, { timeout: 60_000 }).catch(({ code }) => code)
  await sandbox.stop()
  expect(await waiting).toBe('no_delivery')
})

it('changes and removes an endpoint', async () => {
  const receiver = await startReceiver()
  const sandbox = await start()
  const given = { secret: 'whsec_of-a-test' }
  const { id, secret } = await sandbox.addWebhook(receiver.url, ['deposit.approved'], given)
  expect(secret).toBe(given.secret)
  expect((await sandbox.rotateSecret(id)).secret).toMatch(/^whsec_[0-9a-f]{64}$/)
  await sandbox.removeWebhook(id)
  await sandbox.deposit(5)
  expect(await sandbox.deliveries()).toEqual([])
  await expect(sandbox.removeWebhook(id)).rejects.toMatchObject({ code: 'endpoint_not_found' })
})

it('makes and revokes keys, and makes the store unavailable', async () => {
  const sandbox = await start()
  const key = await sandbox.createKey({ permissions: ['balance:read'], expiresIn: 60 })
  expect(key).toMatchObject({ permissions: ['balance:read'], expiresAt: expect.any(String) })
  expect(await statusWith(sandbox, key.apiKey)).toBe(200)
  await sandbox.revokeKey(key.id)
  expect(await statusWith(sandbox, key.apiKey)).toBe(401)
  await expect(sandbox.createKey({ expires: 60 } as never)).rejects.toMatchObject({ code: 'invalid_body' })
  await sandbox.disableStore()
  expect(await statusWith(sandbox, sandbox.apiKey)).toBe(403)
  await sandbox.enableStore()
  expect(await statusWith(sandbox, sandbox.apiKey)).toBe(200)
})

it('removes one fault, and everything at once', async () => {
  const sandbox = await start()
  const fault = await sandbox.addFault({ on: 'status', status: 503 })
  await sandbox.addFault({ on: 'balance', kind: 'close' })
  await sandbox.removeFault(fault.id)
  expect(await statusWith(sandbox, sandbox.apiKey)).toBe(200)
  await sandbox.deposit(5)
  await sandbox.reset()
  const { body } = await call(`${sandbox.baseUrl}/balance`, {
    headers: { Authorization: `Bearer ${sandbox.apiKey}` },
  })
  expect(body.data.availableBalance).toBe(0)
})
