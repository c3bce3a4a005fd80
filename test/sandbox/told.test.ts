/** A payment of which the shop is told twice, or not at all. */

import { expect, it } from 'vitest'
import { expectRefusal, startHarness } from './harness.ts'
import { readOutbox } from './read-outbox.ts'
import { startReceiver } from './receiver.ts'

async function startShop() {
  const harness = await startHarness()
  const { control, create } = harness
  const [all, some, other] = await Promise.all([startReceiver(), startReceiver(), startReceiver()])
  await control('/webhooks', { url: all.url })
  await control('/webhooks', { url: some.url, events: ['payment.approved'] })
  await control('/webhooks', { url: other.url, events: ['payment.failed'] })
  const { id } = (await create()).body.data
  await all.received.until(1)
  const types = () => readOutbox(harness.sandbox).map(({ event }) => event.type)
  return { ...harness, all, some, other, id, types }
}

it('tells each endpoint twice of one event, under two delivery ids, and the realtime channel once', async () => {
  const { control, api, all, some, other, id, types } = await startShop()
  const paid = await control(`/charges/${id}/pay`, { deliver: 'twice' })
  expect(paid.body).toMatchObject({ changed: true, data: { status: 'PAID' } })
  for (const { received } of [all, some]) {
    const [first, second] = (await received.until(received === all.received ? 3 : 2)).slice(-2)
    expect(first?.body).toEqual(second?.body)
    expect(first?.headers['x-service-delivery']).not.toBe(second?.headers['x-service-delivery'])
  }
  expect(types()).toEqual(['payment.created', 'payment.approved'])
  expect((await control(`/deliveries?payment=${id}&type=payment.approved`)).body.data).toHaveLength(4)
  expect(other.received.all).toEqual([])
  expect((await api('/balance')).body.data.availableBalance).toBeGreaterThan(0)
})

it('tells nobody of a payment that only a call shows, and of later ones as usual', async () => {
  const { control, api, create, all, id, types } = await startShop()
  expect((await control(`/charges/${id}/pay`, { deliver: 'none' })).body.data.status).toBe('PAID')
  expect((await api(`/payments/${id}`)).body.data.status).toBe('PAID')
  expect((await api('/balance')).body.data.availableBalance).toBeGreaterThan(0)
  expect((await control(`/charges/${id}/pay`, { deliver: 'twice' })).body.changed).toBe(false)
  const next = (await create()).body.data
  await control(`/charges/${next.id}/pay`, {})
  await all.received.until(3)
  expect((await control(`/deliveries?payment=${id}`)).body.data).toHaveLength(1)
  expect(types()).toEqual(['payment.created', 'payment.created', 'payment.approved'])
})

it('refuses another way to deliver, and pays nothing then', async () => {
  const { control, api, id } = await startShop()
  for (const body of [{ deliver: 'thrice' }, { deliver: null }, { delivery: 'twice' }, []]) {
    expectRefusal(await control(`/charges/${id}/pay`, body), 400, 'invalid_body')
  }
  expectRefusal(await control(`/charges/${id}/expire`, { deliver: 'none' }), 400, 'invalid_body')
  expect((await api(`/payments/${id}`)).body.data.status).toBe('PENDING')
})
