import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Client, type ClientOptions } from '#api/client.ts'
import { createTransport } from '#api/transport.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { passing } from '../support/clock.ts'
import { answer, cut, cutHalfway, paymentBody, ScriptedService, silence } from '../support/service.ts'
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
    await using service = await new ScriptedService(
      answer(200, '{ "data": {"availableBalance":10.50,"currency":"BRL"} }'),
    ).start()
    const { data, text } = await clientOf(service).client.balance()
    expect(data.availableBalance).toBe(10.5)
    expect(text).toBe('{ "data": {"availableBalance":10.50,"currency":"BRL"} }')
    expect(service.seen[0]).toMatchObject({ method: 'GET', url: '/api/v1/balance' })
    expect(service.seen[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`)
  })

  it("gives the service's time of a charge, if its answer has it", async () => {
    const date = 'Wed, 21 Oct 2015 07:28:00 GMT'
    const body = { data: paymentBody() }
    await using service = await new ScriptedService(
      answer(200, body, { date }),
      answer(200, body, { date: 'soon' }),
    ).start()
    const { client } = clientOf(service)
    expect((await client.payment('pay_1')).at).toBe(Date.UTC(2015, 9, 21, 7, 28, 0))
    expect((await client.payment('pay_1')).at).toBeUndefined()
  })

  it('accepts unknown fields: services grow', async () => {
    await using service = await new ScriptedService(
      answer(200, { data: paymentBody({ novelty: { a: 1 } }), more: 1 }),
    ).start()
    await expect(clientOf(service).client.payment('pay_1')).resolves.toMatchObject({
      data: { novelty: { a: 1 } },
    })
  })

  it.each([
    [
      'HTML with status 200',
      answer(200, '<html>welcome</html>', { 'content-type': 'text/html' }),
      'not with JSON',
    ],
    ['JSON cut short', answer(200, '{"data":{"id":"pay_1"'), 'not with JSON'],
    ['an empty body', answer(200, ''), 'not with JSON'],
    ['bytes that are no UTF-8', answer(200, Buffer.from([0x22, 0xff, 0x22])), 'not with JSON'],
    [
      'a hundred thousand levels',
      answer(200, JSON.stringify({ data: paymentBody({ x: 0 }) }).replace('"x":0', `"x":${DEEP}`)),
      'nested more than 256 levels deep',
    ],
    ['no data', answer(200, {}), "must have required property 'data'"],
    [
      'a missing field',
      answer(200, { data: { ...paymentBody(), paidAt: undefined } }),
      "required property 'paidAt'",
    ],
    [
      'a mistyped amount',
      answer(200, { data: paymentBody({ amount: '10.50' }) }),
      'data.amount must be number',
    ],
    [
      'a state that no charge has',
      answer(200, { data: paymentBody({ status: 'PAYED' }) }),
      'data.status must be one of CREATING, PENDING, PAID, EXPIRED, FAILED',
    ],
    [
      'another currency',
      answer(200, { data: paymentBody({ currency: 'USD' }) }),
      'data.currency must be BRL',
    ],
    ['another charge', answer(200, { data: paymentBody({ id: 'pay_2' }) }), 'a different charge'],
    ['a redirect', answer(302, '', { location: 'http://127.0.0.1:9/elsewhere' }), 'redirect'],
    ['no content', answer(204, ''), 'status 204'],
    ['a teapot', answer(418, { error: 'short and stout' }), 'status 418'],
  ])('fails on %s: the answer breaks the contract', async (_name, act, message) => {
    await using service = await new ScriptedService(act).start()
    const failure = await failureOf(clientOf(service).client.payment('pay_1'))
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
    await using service = await new ScriptedService(answer(200, { data, pagination })).start()
    const failure = await failureOf(clientOf(service).client.payments(2, 10))
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
  ])('ends at once on %d (%s)', async (status, category) => {
    await using service = await new ScriptedService(
      answer(status, { error: 'the reason', code: 'a_code' }),
    ).start()
    const failure = await failureOf(clientOf(service).client.status())
    expect(failure).toMatchObject({ category, details: { status, code: 'a_code' } })
    expect(failure.message).toContain('the reason')
    expect(service.seen).toHaveLength(1)
  })

  it('names the charge that the store does not have, if the service itself says so', async () => {
    await using service = await new ScriptedService(
      answer(404, { error: 'gone', code: 'a_code' }),
      answer(404, '<html>'),
    ).start()
    const { client } = clientOf(service)
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
    await using service = await new ScriptedService(
      answer(500, { error: 'x' }),
      answer(502, '<html>'),
      cut,
      cutHalfway(200, { data: paymentBody() }),
      answer(503, {}),
      answer(200, { data: paymentBody() }),
    ).start()
    const { client, waits } = clientOf(service)
    await expect(client.payment('pay_1')).resolves.toMatchObject({ data: { id: 'pay_1' } })
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000])
  })

  it('fails with the category service when the service keeps failing', async () => {
    await using service = await new ScriptedService(
      ...Array.from({ length: 4 }, () => answer(503, { error: 'later' })),
    ).start()
    const failure = await failureOf(clientOf(service, { timeoutMs: 3_900 }).client.status())
    expect(failure).toMatchObject({ category: 'service', details: { status: 503 } })
  })

  it('waits as long as Retry-After says', async () => {
    await using service = await new ScriptedService(
      answer(429, { error: 'slow down' }, { 'retry-after': '7' }),
      answer(200, { data: paymentBody() }),
    ).start()
    const { client, waits } = clientOf(service)
    await client.payment('pay_1')
    expect(waits).toEqual([7000])
  })

  it('gives up at once when Retry-After is longer than the time-out', async () => {
    await using service = await new ScriptedService(
      answer(429, { error: 'slow down' }, { 'retry-after': '61' }),
    ).start()
    const { client, waits } = clientOf(service)
    expect(await failureOf(client.status())).toMatchObject({
      category: 'rate_limited',
      details: { status: 429, retryAfter: 61 },
    })
    expect(waits).toEqual([])
  })

  it('reports silence as a network failure', async () => {
    await using service = await new ScriptedService(silence).start()
    const failure = await failureOf(clientOf(service, { timeoutMs: 900 }).client.status())
    expect(failure).toMatchObject({ category: 'network' })
    expect(failure.message).toContain('no answer within')
  })

  it('reports a closed port as a network failure', async () => {
    const failure = await failureOf(
      clientOf({ baseUrl: 'http://127.0.0.1:1/api/v1' }, { timeoutMs: 900 }).client.status(),
    )
    expect(failure).toMatchObject({ category: 'network' })
    expect(failure.message).toContain('refused')
  })

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController()
    const interrupt = () => controller.abort(new Stopped('interrupted'))
    await using service = await new ScriptedService(interrupt).start()
    expect(await failureOf(clientOf(service, { signal: controller.signal }).client.status())).toMatchObject({
      category: 'interrupted',
    })
  })
})

describe('creating', () => {
  it('sends the same key and the same bytes every time', async () => {
    await using service = await new ScriptedService(
      cut,
      answer(500, { error: 'x' }),
      answer(429, { error: 'x' }, { 'retry-after': '1' }),
      cutHalfway(201, { data: paymentBody() }),
      answer(200, { data: paymentBody() }),
    ).start()
    const { client } = clientOf(service)
    expect(await client.create(KEY, BODY)).toMatchObject({ outcome: 'existing', payment: { id: 'pay_1' } })
    expect(service.seen).toHaveLength(5)
    for (const request of service.seen) {
      expect(request).toMatchObject({ method: 'POST', url: '/api/v1/payments', body: '{"amount":10.5}' })
      expect(request.headers).toMatchObject({ 'idempotency-key': KEY, 'content-type': 'application/json' })
    }
  })

  it.each([400, 401, 403, 404, 405, 409, 413])('never repeats %d', async status => {
    await using service = await new ScriptedService(answer(status, { error: 'no' })).start()
    expect(await clientOf(service).client.create(KEY, BODY)).toMatchObject({ outcome: 'refused' })
    expect(service.seen).toHaveLength(1)
  })

  it.each([
    ['HTML with status 201', answer(201, '<html>')],
    ['a 201 without a field', answer(201, { data: { ...paymentBody(), id: undefined } })],
    ['a redirect', answer(307, '', { location: '/elsewhere' })],
    ['a 202', answer(202, { data: paymentBody() })],
  ])('does not know the outcome after %s', async (_name, act) => {
    await using service = await new ScriptedService(act).start()
    expect(await clientOf(service).client.create(KEY, BODY)).toMatchObject({ outcome: 'unknown' })
    expect(service.seen).toHaveLength(1)
  })

  it('does not know the outcome when an attempt was cut and the next is refused', async () => {
    await using service = await new ScriptedService(cut, answer(401, { error: 'revoked' })).start()
    expect(await clientOf(service).client.create(KEY, BODY)).toMatchObject({ outcome: 'unknown' })
  })

  it('knows that a rate-limited creation made nothing', async () => {
    await using service = await new ScriptedService(
      answer(429, { error: 'x' }, { 'retry-after': '90' }),
    ).start()
    expect(await clientOf(service).client.create(KEY, BODY)).toMatchObject({
      outcome: 'refused',
      failure: { category: 'rate_limited' },
    })
  })

  it('knows that nothing was sent if nothing listens at the address', async () => {
    const { client } = clientOf({ baseUrl: 'http://127.0.0.1:1/api/v1' }, { timeoutMs: 900 })
    expect(await client.create(KEY, BODY)).toMatchObject({ outcome: 'unsent' })
  })
})

describe('an answer with a content coding', () => {
  it('is not asked for', async () => {
    await using service = await new ScriptedService(answer(200, { data: paymentBody() })).start()
    await clientOf(service).client.payment('pay_1')
    expect(service.seen[0]?.headers['accept-encoding']).toBe('identity')
  })

  it('leaves a creation unknown', async () => {
    const body = gzipSync(JSON.stringify({ data: paymentBody() }))
    await using service = await new ScriptedService(answer(201, body, { 'content-encoding': 'gzip' })).start()
    expect(await clientOf(service).client.create(KEY, BODY)).toMatchObject({
      outcome: 'unknown',
      failure: { category: 'service', message: expect.stringContaining('not with JSON') },
    })
  })
})
