/** What is delivered to webhook endpoints, how it is signed, and when it is tried again (docs/service.md, 6.2). */

import { describe, expect, it } from 'vitest'
import { startHarness } from './harness.ts'
import { readOutbox } from './read-outbox.ts'
import { expectedSignature, signedAt, startReceiver, status } from './receiver.ts'

const MINUTE = 60_000

describe('a delivery', () => {
  it('is the event from the outbox byte by byte, with its headers, signed with its secret', async () => {
    const { control, create, sandbox, clock } = await startHarness({ userAgent: 'pixctl-sandbox/9' })
    const receiver = await startReceiver()
    const { secret } = (await control('/webhooks', { url: receiver.url })).body.data
    const charge = (await create({ amount: 10.5, description: 'pão, 1/2 kg' })).body.data
    const [delivery] = await receiver.received.until(1)
    const { path, headers, body } = delivery!
    expect(path).toBe('/hook?shop=1')
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'pixctl-sandbox/9',
      // A new connection: one that was kept alive is dead when the receiver was started again.
      connection: 'close',
      'x-service-event': 'payment.created',
      'x-service-delivery': expect.stringMatching(/^dlv_[0-9a-f]{24}$/),
      'x-service-signature': expectedSignature(secret, Math.floor(clock.now() / 1000), body),
    })
    expect(headers).not.toHaveProperty('authorization')
    const [entry] = readOutbox(sandbox)
    expect(JSON.parse(body.toString())).toEqual(entry?.event)
    // A space, two decimals, an escaped slash, and escapes in capitals: no library writes it so.
    expect(body.toString()).toBe(
      `{"id": "${entry?.event.id}","type":"payment.created","createdAt":"2026-03-10T12:00:00.000Z",` +
        `"storeId":"store_sandbox","data":{"paymentId":"${charge.id}","source":"api","status":"PENDING",` +
        `"id":"${charge.id}","amount":10.50,"requestedAmount":10.50,"fee":0.11,"netAmount":10.39,` +
        '"currency":"BRL","description":"p\\u00E3o, 1\\/2 kg","passFee":false,"validityMinutes":30,' +
        '"expiresAt":"2026-03-10T12:30:00.000Z","paidAt":null,"createdAt":"2026-03-10T12:00:00.000Z"}}',
    )
  })

  it('goes to each endpoint with its own id and secret, and by its filter', async () => {
    const { control, create } = await startHarness()
    const [all, paid] = [await startReceiver(), await startReceiver()]
    const first = (await control('/webhooks', { url: all.url })).body.data
    const events = ['payment.approved', 'deposit.approved']
    const second = (await control('/webhooks', { url: paid.url, events })).body.data
    const { id } = (await create()).body.data
    await control(`/charges/${id}/pay`, {})
    await all.received.until(2)
    await paid.received.until(1)
    await control('/deposits', { amount: 5 })
    const toAll = await all.received.until(3)
    const toPaid = await paid.received.until(2)
    const typesOf = (received: typeof toAll) =>
      received.map(({ headers }) => headers['x-service-event']).sort()
    expect(typesOf(toAll)).toEqual(['deposit.approved', 'payment.approved', 'payment.created'])
    expect(typesOf(toPaid)).toEqual(['deposit.approved', 'payment.approved'])
    const ids = [...toAll, ...toPaid].map(({ headers }) => headers['x-service-delivery'])
    expect(new Set(ids).size).toBe(5)
    expect(first.secret).not.toBe(second.secret)
    for (const [received, { secret }] of [[toAll, first] as const, [toPaid, second] as const]) {
      for (const each of received) {
        expect(each.headers['x-service-signature']).toBe(expectedSignature(secret, signedAt(each), each.body))
      }
    }
  })

  it('is made only of events after its endpoint, and never of seeded history', async () => {
    const { control, create, clock, sandbox } = await startHarness()
    const receiver = await startReceiver()
    await create()
    const { id } = (await control('/webhooks', { url: receiver.url })).body.data
    await control('/seed', { count: 40 })
    expect(readOutbox(sandbox).length).toBeGreaterThan(40)
    expect((await control('/webhooks')).body.data).toMatchObject([{ id, pending: 0, delivered: 0 }])
    clock.advance(31 * MINUTE)
    const [first] = await receiver.received.until(1)
    expect(first?.headers['x-service-event']).toBe('payment.expired')
  })
})

describe('an attempt that fails', () => {
  it('is made five times: at once, and after 1, 5, 15 and 60 minutes', async () => {
    const { control, clock, attempts } = await startHarness()
    const receiver = await startReceiver(status(500))
    const { secret } = (await control('/webhooks', { url: receiver.url })).body.data
    const start = clock.now()
    await control('/deposits', { amount: 5 })
    for (const [made, minutes] of [1, 5, 15, 60].entries()) {
      await attempts.until(made + 1)
      clock.advance(minutes * MINUTE - 1)
      expect((await control('/webhooks')).body.data).toMatchObject([{ pending: 1, failed: 0 }])
      clock.advance(1)
    }
    const made = await attempts.until(5)
    expect(made.map(({ at }) => (at - start) / MINUTE)).toEqual([0, 1, 6, 21, 81])
    const states = made.map(({ attempt, state }) => `${attempt} ${state}`)
    expect(states).toEqual(['1 pending', '2 pending', '3 pending', '4 pending', '5 failed'])

    const received = receiver.received.all
    const [{ headers, body }] = received as [(typeof received)[0]]
    for (const each of received) {
      expect(each.body.equals(body)).toBe(true)
      expect(each.headers['x-service-delivery']).toBe(headers['x-service-delivery'])
      expect(each.headers['x-service-signature']).toBe(expectedSignature(secret, signedAt(each), each.body))
    }
    expect(received.map(signedAt)).toEqual(made.map(({ at }) => Math.floor(at / 1000)))
    expect(new Set(received.map(each => each.headers['x-service-signature'])).size).toBe(5)

    expect((await control('/webhooks')).body.data).toMatchObject([{ pending: 0, delivered: 0, failed: 1 }])
    expect(clock.pending).toBe(0)
    clock.advance(24 * 60 * MINUTE)
    await control('/deposits', { amount: 1 })
    expect((await attempts.until(6))[5]).toMatchObject({ attempt: 1 })
  })

  it('is not repeated once a 2xx answers it', async () => {
    const { control, clock, attempts } = await startHarness()
    const receiver = await startReceiver(status(503))
    await control('/webhooks', { url: receiver.url })
    await control('/deposits', { amount: 5 })
    await attempts.until(1)
    receiver.answer = status(299)
    clock.advance(MINUTE)
    expect((await attempts.until(2))[1]).toMatchObject({ attempt: 2, status: 299, state: 'delivered' })
    expect((await control('/webhooks')).body.data).toMatchObject([{ pending: 0, delivered: 1, failed: 0 }])
    expect(clock.pending).toBe(0)
  })
})
