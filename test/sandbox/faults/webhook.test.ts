/** What an endpoint sees of the faults of deliveries, and when it gets them again. */

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { settled } from '../../support/clock.ts'
import { nowhere } from '../../support/receivers.ts'
import { newDataDir } from '../data-folder.ts'
import { Arrivals, expectedSignature, type Received, signedAt, startReceiver, status } from '../receiver.ts'
import { type Order, startFaulty } from './ordering.ts'

const MINUTE = 60_000

/** A deposit whose delivery to `url` goes wrong. */
async function depositWith(url: string, order: Omit<Order, 'on'>, options = {}) {
  const harness = await startFaulty(options)
  const { secret } = (await harness.control('/webhooks', { url })).body.data
  const fault = await harness.order({ on: 'webhook', ...order })
  await harness.control('/deposits', { amount: 5 })
  return { ...harness, secret: String(secret), fault }
}

const isSigned = (secret: string, received: Received) =>
  received.headers['x-service-signature'] === expectedSignature(secret, signedAt(received), received.body)

/** An endpoint that only reads bytes, and answers a whole request; `done` is what each connection brought. */
async function startReader() {
  const [begun, done] = [new Arrivals<string>(), new Arrivals<string>()]
  const server = createServer(socket => {
    let text = ''
    socket.on('error', () => {})
    socket.on('data', chunk => {
      text += chunk
      begun.add(text)
      const { named, sent } = lengths(text)
      if (sent === named) socket.end('HTTP/1.1 204 No Content\r\n\r\n')
    })
    socket.on('close', () => done.add(text))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, begun, done }
}

/** How many bytes of its body a request names, and how many it has. */
function lengths(request: string) {
  const [head = '', body = ''] = request.split('\r\n\r\n')
  return { named: Number(/^content-length: (\d+)$/im.exec(head)?.[1]), sent: Buffer.byteLength(body) }
}

it('a status counts in place of the answer, so the delivery comes again', async () => {
  const receiver = await startReceiver()
  const order = { kind: 'status', status: 503, times: 1 } as const
  const { attempts, clock, secret, fault, control } = await depositWith(receiver.url, order)
  expect((await attempts.until(1))[0]).toMatchObject({ status: 503, error: null, state: 'pending' })
  clock.advance(MINUTE)
  const [first, second] = await receiver.received.until(2)
  expect((await attempts.until(2))[1]).toMatchObject({ status: 204, state: 'delivered' })
  expect(first!.headers['x-sandbox-fault']).toBe(fault)
  expect(second!.headers).not.toHaveProperty('x-sandbox-fault')
  expect(isSigned(secret, first!)).toBe(true)
  expect(second!.body).toEqual(first!.body)
  expect(second!.headers['x-service-delivery']).toBe(first!.headers['x-service-delivery'])
  expect((await control('/webhooks')).body.data[0]).toMatchObject({ delivered: 1, pending: 0 })
})

it('a lost answer was a delivery, which comes again', async () => {
  const receiver = await startReceiver()
  const { attempts, clock, fault } = await depositWith(receiver.url, { kind: 'lose-answer', times: 1 })
  const error = `the answer was lost (fault ${fault})`
  expect((await attempts.until(1))[0]).toMatchObject({ status: null, error, state: 'pending' })
  clock.advance(MINUTE)
  const [first, second] = await receiver.received.until(2)
  expect(second!.headers['x-service-delivery']).toBe(first!.headers['x-service-delivery'])
})

it('an endpoint that does not answer is said to be so, whatever the fault', async () => {
  const url = await nowhere()
  for (const kind of ['status', 'lose-answer'] as const) {
    const { attempts } = await depositWith(url, { kind, ...(kind === 'status' ? { status: 500 } : {}) })
    expect((await attempts.until(1))[0]).toMatchObject({ status: null, error: 'connection refused' })
  }
})

it('a delay holds back a delivery that is signed already', async () => {
  const receiver = await startReceiver()
  const order = { kind: 'delay', delaySeconds: 600, times: 1 } as const
  const { attempts, clock, secret } = await depositWith(receiver.url, order)
  await clock.asleep(600_000)
  const signed = Math.floor(clock.now() / 1000)
  expect(receiver.received.all).toEqual([])
  clock.advance(600_000)
  const [late] = await receiver.received.until(1)
  expect(signedAt(late!)).toBe(signed)
  expect(isSigned(secret, late!)).toBe(true)
  expect((await attempts.until(1))[0]).toMatchObject({ status: 204, ms: 600_000 })
})

it('garbage is a body of the same length that the signature does not match', async () => {
  const receiver = await startReceiver(status(401))
  const { clock, secret, attempts } = await depositWith(receiver.url, { kind: 'garbage', times: 2 })
  for (const wait of [MINUTE, 5 * MINUTE]) {
    await attempts.until(attempts.all.length + 1)
    clock.advance(wait)
  }
  const [other, half, right] = await receiver.received.until(3)
  expect([other!, half!, right!].map(each => isSigned(secret, each))).toEqual([false, false, true])
  const [altered, event] = [JSON.parse(String(other!.body)), JSON.parse(String(right!.body))]
  expect(altered).toEqual({ ...event, id: altered.id })
  expect(altered.id).not.toBe(event.id)
  expect(altered.id).toMatch(/^evt_[0-9a-f]{24}$/)
  expect(() => JSON.parse(String(half!.body))).toThrow(SyntaxError)
  expect(half!.body).toHaveLength(right!.body.length)
})

it('close cuts the request before its body is whole', async () => {
  const reader = await startReader()
  const { attempts, fault } = await depositWith(reader.url, { kind: 'close', times: 1 })
  const [attempt] = await attempts.until(1)
  expect(attempt).toMatchObject({ status: null, error: expect.any(String), state: 'pending' })
  const [request = ''] = await reader.done.until(1)
  expect(request.toLowerCase()).toContain(`x-sandbox-fault: ${fault}`)
  const { named, sent } = lengths(request)
  expect(sent).toBeGreaterThan(0)
  expect(sent).toBeLessThan(named)
})

it('hang leaves the request half, until the attempt times out', async () => {
  const reader = await startReader()
  const { attempts, clock } = await depositWith(reader.url, { kind: 'hang', times: 1 })
  const [request = ''] = await reader.begun.until(all => lengths(all.at(-1) ?? '').sent > 0)
  expect(reader.done.all).toEqual([])
  clock.advance(10_000)
  expect((await attempts.until(1))[0]).toMatchObject({ status: null, error: 'no answer within 10 s' })
  await reader.done.until(1)
  expect(lengths(request).sent).toBeLessThan(lengths(request).named)
})

it.each(['hang', 'delay'] as const)(
  'closing the sandbox does not wait for a %s, which is sent at the next start',
  async kind => {
    const [reader, dataDir] = [await startReader(), newDataDir()]
    const delay = kind === 'delay' ? { delaySeconds: 3600 } : {}
    const { sandbox, attempts, faults } = await depositWith(reader.url, { kind, ...delay }, { dataDir })
    while ((await faults())[0]?.used === 0) await settled()
    if (kind === 'hang') await reader.begun.until(1)
    await sandbox.close()
    expect(attempts.all).toEqual([])
    await startFaulty({ dataDir })
    await reader.done.until(all => all.some(text => text.includes('"type":"deposit.approved"')))
  },
)

it('faults of a charge, a type and an endpoint take only what they name, each its own', async () => {
  const [one, other] = [await startReceiver(), await startReceiver()]
  const { control, create, order, faults } = await startFaulty()
  const [first, second] = [(await create()).body.data.id, (await create()).body.data.id]
  await control('/webhooks', { url: one.url })
  const { id: endpoint } = (await control('/webhooks', { url: other.url })).body.data
  const taken: Record<string, string> = {
    [await order({ on: 'webhook', kind: 'status', status: 404, charge: first, endpoint })]: 'first, other',
    [await order({ on: 'webhook', kind: 'status', status: 400, charge: second, type: 'payment.*' })]:
      'second',
    [await order({ on: 'webhook', kind: 'lose-answer', type: 'deposit.approved' })]: 'deposit',
    [await order({ on: 'webhook', kind: 'status', status: 500, type: 'payment.expired' })]: 'never',
  }
  await Promise.all([
    control(`/charges/${first}/pay`, {}),
    control(`/charges/${second}/fail`, {}),
    control('/deposits', { amount: 5 }),
  ])
  const seenBy = async ({ received }: typeof one) =>
    (await received.until(3))
      .map(({ headers, body }) => {
        const { type, data } = JSON.parse(String(body))
        const charge = type.startsWith('deposit') ? 'deposit' : data.paymentId === first ? 'first' : 'second'
        return `${charge}: ${taken[String(headers['x-sandbox-fault'])] ?? 'none'}`
      })
      .sort()
  expect(await seenBy(one)).toEqual(['deposit: deposit', 'first: none', 'second: second'])
  expect(await seenBy(other)).toEqual(['deposit: deposit', 'first: first, other', 'second: second'])
  expect((await faults()).map(({ used }) => used)).toEqual([1, 2, 2, 0])
})

it('an endpoint.test can go wrong too', async () => {
  const receiver = await startReceiver()
  const { control, order } = await startFaulty()
  const { id } = (await control('/webhooks', { url: receiver.url })).body.data
  const fault = await order({ on: 'webhook', kind: 'status', status: 500 })
  expect((await control(`/webhooks/${id}/test`, {})).body.data).toMatchObject({ status: 500 })
  expect(receiver.received.all[0]?.headers['x-sandbox-fault']).toBe(fault)
})
