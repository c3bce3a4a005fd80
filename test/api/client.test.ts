import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Client, type ClientOptions } from '#api/client.ts'
import { createTransport } from '#api/transport.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { passing } from '../support/clock.ts'
import { type Act, answer, cut, cutHalfway, paymentBody, ScriptedService } from '../support/service.ts'
import { steps } from '../support/steps.ts'

const API_KEY = 'service_live_do_not_show_me'

const transport = await createTransport({ httpsProxy: undefined, noProxy: undefined })

/** A client whose waits cost no time, but are counted. */
function clientOf(service: { baseUrl: string }, over: Partial<ClientOptions> = {}) {
  const clock = passing()
  const client = new Client({
    baseUrl: service.baseUrl,
    apiKey: API_KEY,
    transport,
    clock,
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    userAgent: 'pixctl/test',
    random: () => 0.5,
    ...over,
  })
  return { client, waits: clock.slept }
}

/** A client of a service that acts so, one act after the other; it ends with the test. */
async function clientFor(acts: readonly Act[], over: Partial<ClientOptions> = {}) {
  const service = await new ScriptedService(...acts).start()
  onTestFinished(() => service[Symbol.asyncDispose]())
  return { service, ...clientOf(service, over) }
}

const CHARGE = answer(200, { data: paymentBody() })

const failureOf = (promise: Promise<unknown>): Promise<Failure> =>
  promise.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(Failure)
      return error as Failure
    },
  )

const KEY = '0b7f7f2e-6f0e-4a55-9d8a-1d9b0c6f2a11'
const BODY = Buffer.from('{"amount":10.5}')

/** A list in a list, and so on. */
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

describe('reading', () => {
  it('sends the key as a bearer and gives the data with its text', async () => {
    const body = '{ "data": {"availableBalance":10.50,"currency":"BRL"} }'
    const { service, client } = await clientFor([answer(200, body)])
    const { data, text } = await client.balance()
    expect(data.availableBalance).toBe(10.5)
    expect(text).toBe(body)
    expect(service.seen[0]).toMatchObject({ method: 'GET', url: '/api/v1/balance' })
    expect(service.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${API_KEY}`,
      'accept-encoding': 'identity',
    })
  })

  it("gives the service's time of a charge, if its answer has it", async () => {
    const dates = ['Wed, 21 Oct 2015 07:28:00 GMT', 'soon']
    const { client } = await clientFor(dates.map(date => answer(200, { data: paymentBody() }, { date })))
    expect((await client.payment('pay_1')).at).toBe(Date.UTC(2015, 9, 21, 7, 28, 0))
    expect((await client.payment('pay_1')).at).toBeUndefined()
  })

  it('accepts unknown fields: services grow', async () => {
    const { client } = await clientFor([answer(200, { data: paymentBody({ novelty: { a: 1 } }), more: 1 })])
    await expect(client.payment('pay_1')).resolves.toMatchObject({ data: { novelty: { a: 1 } } })
  })

  const charge = (over: Record<string, unknown>) => answer(200, { data: paymentBody(over) })
  const deep = JSON.stringify({ data: paymentBody({ x: 0 }) }).replace('"x":0', `"x":${DEEP}`)
  it.each([
    ['HTML with status 200', answer(200, '<html>', { 'content-type': 'text/html' }), 'not with JSON'],
    ['JSON cut short', answer(200, '{"data":{"id":"pay_1"'), 'not with JSON'],
    ['an empty body', answer(200, ''), 'not with JSON'],
    ['bytes that are no UTF-8', answer(200, Buffer.from([0x22, 0xff, 0x22])), 'not with JSON'],
    ['a hundred thousand levels', answer(200, deep), 'nested more than 256 levels deep'],
    ['no data', answer(200, {}), "must have required property 'data'"],
    ['a missing field', charge({ paidAt: undefined }), "required property 'paidAt'"],
    ['a mistyped amount', charge({ amount: '10.50' }), 'data.amount must be number'],
    [
      'a state that no charge has',
      charge({ status: 'PAYED' }),
      'data.status must be one of CREATING, PENDING, PAID, EXPIRED, FAILED',
    ],
    ['another currency', charge({ currency: 'USD' }), 'data.currency must be BRL'],
    ['another charge', charge({ id: 'pay_2' }), 'a different charge'],
    ['a redirect', answer(302, '', { location: 'http://127.0.0.1:9/elsewhere' }), 'redirect'],
    ['no content', answer(204, ''), 'status 204'],
    ['a teapot', answer(418, { error: 'short and stout' }), 'status 418'],
  ])('fails on %s: the answer breaks the contract', async (_name, act, message) => {
    const { service, client } = await clientFor([act])
    const failure = await failureOf(client.payment('pay_1'))
    expect(failure.category).toBe('service')
    expect(failure.message).toContain(message)
    expect(failure.message + steps(failure)).not.toContain(API_KEY)
    expect(service.seen).toHaveLength(1)
  })

  it.each([
    ['another page than was asked for', { page: 1, limit: 10, total: 30 }, 1, 'a different page'],
    ['more charges than were asked for', { page: 2, limit: 10, total: 30 }, 11, 'more than the 10'],
  ])('fails on %s: the answer breaks the contract', async (_name, pagination, count, message) => {
    const data = Array.from({ length: count }, (_, index) => paymentBody({ id: `pay_${index}` }))
    const { client } = await clientFor([answer(200, { data, pagination })])
    const failure = await failureOf(client.payments(2, 10))
    expect(failure.category).toBe('service')
    expect(failure.message).toContain(message)
  })

  it.each([
    [400, 'usage'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [405, 'usage'],
    [409, 'conflict'],
    [413, 'usage'],
  ])('ends at once on %d (%s), and a creation does too', async (status, category) => {
    const refusal = answer(status, { error: 'the reason', code: 'a_code' })
    const { service, client } = await clientFor([refusal, refusal])
    const failure = await failureOf(client.status())
    expect(failure).toMatchObject({ category, details: { status, code: 'a_code' } })
    expect(failure.message).toContain('the reason')
    expect(await client.create(KEY, BODY)).toMatchObject({ outcome: 'refused' })
    expect(service.seen).toHaveLength(2)
  })

  it('names the charge that the store does not have, if the service itself says so', async () => {
    const { client } = await clientFor([
      answer(404, { error: 'gone', code: 'a_code' }),
      answer(404, '<html>'),
    ])
    expect(await failureOf(client.payment('pay_1'))).toMatchObject({
      category: 'not_found',
      message: 'this store has no charge pay_1',
      lines: ['the service says: gone'],
      details: { status: 404, code: 'a_code' },
    })
    expect(await failureOf(client.payment('pay_1'))).toMatchObject({
      category: 'service',
      message: "404 without the service's error body: a firewall or a proxy may have answered",
    })
  })

  it('backs off progressively on 500, 502, 503 and cut connections', async () => {
    const { client, waits } = await clientFor([
      answer(500, { error: 'x' }),
      answer(502, '<html>'),
      cut,
      cutHalfway(200, { data: paymentBody() }),
      answer(503, {}),
      CHARGE,
    ])
    await expect(client.payment('pay_1')).resolves.toMatchObject({ data: { id: 'pay_1' } })
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000])
  })

  it('gives up at once when Retry-After is longer than the time-out', async () => {
    const { client, waits } = await clientFor([answer(429, { error: 'slow down' }, { 'retry-after': '61' })])
    expect(await failureOf(client.status())).toMatchObject({
      category: 'rate_limited',
      details: { status: 429, retryAfter: 61 },
    })
    expect(waits).toEqual([])
  })

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController()
    const interrupt = () => controller.abort(new Stopped('interrupted'))
    const { client } = await clientFor([interrupt], { signal: controller.signal })
    expect(await failureOf(client.status())).toMatchObject({ category: 'interrupted' })
  })
})

describe('creating', () => {
  it('sends the same key and the same bytes every time', async () => {
    const { service, client } = await clientFor([
      cut,
      answer(500, { error: 'x' }),
      answer(429, { error: 'x' }, { 'retry-after': '1' }),
      cutHalfway(201, { data: paymentBody() }),
      CHARGE,
    ])
    expect(await client.create(KEY, BODY)).toMatchObject({ outcome: 'existing', payment: { id: 'pay_1' } })
    expect(service.seen).toHaveLength(5)
    for (const request of service.seen) {
      expect(request).toMatchObject({ method: 'POST', url: '/api/v1/payments', body: '{"amount":10.5}' })
      expect(request.headers).toMatchObject({ 'idempotency-key': KEY, 'content-type': 'application/json' })
    }
  })

  it.each([
    ['HTML with status 201', answer(201, '<html>')],
    ['a 201 without a field', answer(201, { data: { ...paymentBody(), id: undefined } })],
    [
      'a content coding that it did not ask for',
      answer(201, gzipSync(JSON.stringify({ data: paymentBody() })), { 'content-encoding': 'gzip' }),
    ],
    ['a redirect', answer(307, '', { location: '/elsewhere' })],
    ['a 202', answer(202, { data: paymentBody() })],
  ])('does not know the outcome after %s', async (_name, act) => {
    const { service, client } = await clientFor([act])
    expect(await client.create(KEY, BODY)).toMatchObject({ outcome: 'unknown' })
    expect(service.seen).toHaveLength(1)
  })

  it('does not know the outcome when an attempt was cut and the next is refused', async () => {
    const { client } = await clientFor([cut, answer(401, { error: 'revoked' })])
    expect(await client.create(KEY, BODY)).toMatchObject({ outcome: 'unknown' })
  })

  it('knows that nothing was sent if nothing listens at the address', async () => {
    const { client } = clientOf({ baseUrl: 'http://127.0.0.1:1/api/v1' }, { timeoutMs: 900 })
    expect(await client.create(KEY, BODY)).toMatchObject({
      outcome: 'unsent',
      failure: { category: 'network', message: expect.stringContaining('refused') },
    })
  })
})
