/** What the realtime channel streams (docs/service.md, 6.3): the outbox, each event once, in its order. */

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { OutboxEntry } from '#sandbox/core/outbox.ts'
import type { Sandbox } from '#sandbox/index.ts'
import { some, volume } from '../support/volume.ts'
import { type Harness, startHarness } from './harness.ts'
import { readOutbox } from './read-outbox.ts'
import { type RealtimeClient, stream } from './realtime-client.ts'
import { startReceiver } from './receiver.ts'

/** Everything in the outbox, however much it is. */
function outboxOf(sandbox: Sandbox): OutboxEntry[] {
  return readOutbox(sandbox, undefined, 1_000_000)
}

/** Expects that a client has got exactly these entries, in this order. */
function expectEntries(client: RealtimeClient, entries: OutboxEntry[]): void {
  expect(client.sequences).toEqual(entries.map(({ sequence }) => sequence))
  expect(client.events.all.map(({ event }) => event)).toEqual(entries.map(({ event }) => event))
}

async function deposits({ control }: Harness, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await control('/deposits', { amount: 1 })
}

describe('an event', () => {
  it('is {"op":"event"} with the sequence as text above 2^53 and the envelope as webhooks have it', async () => {
    const { sandbox, create, control } = await startHarness()
    const receiver = await startReceiver()
    await control('/webhooks', { url: receiver.url })
    const client = await stream(sandbox)
    await create({ amount: 10.5, description: 'Café "1042" \u2028 🧾' })
    const [received] = await receiver.received.until(1)
    const [event] = await client.events.until(1)
    const body = received?.body.toString()
    expect(event?.text).toBe(`{"op":"event","sequence":"9007199254740993","event":${body}}`)
  })

  it('comes of each change of state, of deposits and of deadlines', async () => {
    const { sandbox, create, control, clock } = await startHarness()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await create()).body.data.id)
    clock.advance(30 * 60_000 - 1)
    const client = await stream(sandbox, '0')
    await control(`/charges/${ids[0]}/pay`, {})
    await control(`/charges/${ids[1]}/fail`, {})
    await control('/deposits', { amount: 5 })
    await client.events.until(6)
    clock.advance(1)
    const events = await client.events.until(7)
    expect(events.map(({ event }) => event.type)).toEqual([
      ...Array(3).fill('payment.created'),
      ...['payment.approved', 'payment.failed', 'deposit.approved', 'payment.expired'],
    ])
    expect(events[6]?.event.data.paymentId).toBe(ids[2])
    expectEntries(client, outboxOf(sandbox))
  })

  it("doesn't come of a call that changes nothing, nor of one that fails", async () => {
    const { sandbox, create, control } = await startHarness()
    const key = randomUUID()
    const { id } = (await create({ amount: 1 }, key)).body.data
    await control(`/charges/${id}/pay`, {})
    const client = await stream(sandbox)
    await create({ amount: 1 }, key)
    await create({ amount: 2 }, key)
    await control(`/charges/${id}/pay`, {})
    await control(`/charges/${id}/fail`, {})
    await client.settled()
    expect(client.events.all).toEqual([])
  })

  it('is on the disk before it is streamed: its receiver can read the charge in the new state', async () => {
    const { sandbox, api, create, control } = await startHarness()
    const client = await stream(sandbox)
    const answers: string[] = []
    client.socket.on('message', async data => {
      const { event } = JSON.parse(data.toString())
      answers.push((await api(`/payments/${event.data.paymentId}`)).body.data.status)
    })
    const { id } = (await create()).body.data
    await control(`/charges/${id}/pay`, {})
    await expect.poll(() => answers.at(-1)).toBe('PAID')
    expect(outboxOf(sandbox)).toHaveLength(2)
  })
})

describe('the beginning', () => {
  it.each(some([500, 499, 1000, 501, 2500]))(
    'in the middle of %d seeded events, while more happen, has no gap and no repeat',
    async count => {
      const harness = await startHarness()
      const { sandbox, control } = harness
      await control('/seed', { count: 1500 })
      const past = outboxOf(sandbox)
      const client = await stream(sandbox, past.at(-count - 1)?.sequence)
      const [, ,] = await Promise.all([deposits(harness, 30), deposits(harness, 30), deposits(harness, 30)])
      await client.events.until(count + 90)
      await client.settled()
      expectEntries(client, outboxOf(sandbox).slice(past.length - count))
    },
  )
})

describe('many at once', () => {
  it('fifty clients each get every event once, in order, while charges are made and paid', async () => {
    const { sandbox, create, control } = await startHarness()
    const early = await Promise.all(
      Array.from({ length: 25 }, (_, n) => stream(sandbox, n % 2 ? '0' : undefined)),
    )
    const late: RealtimeClient[] = []
    const each = volume(25, 5)
    const worker = async () => {
      for (let n = 0; n < each; n++) {
        const { id } = (await create({ amount: 10 })).body.data
        await control(`/charges/${id}/pay`, {})
        if (n % (each * 0.4) === 0) late.push(await stream(sandbox, '0'))
      }
    }
    await Promise.all(Array.from({ length: 10 }, worker))
    expect([...early, ...late].length).toBeGreaterThanOrEqual(50)
    const entries = outboxOf(sandbox)
    expect(entries).toHaveLength(20 * each)
    for (const client of [...early, ...late]) {
      await client.events.until(20 * each)
      await client.settled()
      expectEntries(client, entries)
    }
  })
})

describe('connection.test', () => {
  it('goes to every client on demand, with its own sequence, and to no webhook', async () => {
    const harness = await startHarness()
    const { sandbox, control } = harness
    const receiver = await startReceiver()
    await control('/webhooks', { url: receiver.url })
    const clients = [await stream(sandbox), await stream(sandbox)]
    const { status, body } = await control('/realtime/test', undefined, { method: 'POST' })
    expect(status).toBe(200)
    const { eventId: id, sequence, clients: count } = body.data
    expect([sequence, count]).toEqual(['9007199254740993', 2])
    const event = { id, type: 'connection.test', storeId: 'store_sandbox', data: {} }
    for (const client of clients) {
      expect(await client.events.until(1)).toMatchObject([{ sequence, event }])
    }
    await deposits(harness, 1)
    const received = await receiver.received.until(1)
    expect(received.map(({ headers }) => headers['x-service-event'])).toEqual(['deposit.approved'])
    expect((await control('/webhooks')).body.data).toMatchObject([{ failed: 0 }])
  })
})
