/** Two stores of one sandbox are apart: nothing of one can be seen or changed by the other. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { callers, startHarness, storesOf } from './harness.ts'
import { openRealtime, stream } from './realtime-client.ts'
import { startReceiver } from './receiver.ts'

/** A sandbox with two stores. */
async function startTwo() {
  const harness = await startHarness()
  expect((await harness.control('/stores', { name: 'other' })).status).toBe(201)
  const [first, second] = storesOf(harness.sandbox)
  return { ...harness, ours: { ...first!, ...callers(first!) }, theirs: { ...second!, ...callers(second!) } }
}

describe('two stores', () => {
  it('find nothing by the ids of each other, with any route that takes one', async () => {
    const { ours, theirs } = await startTwo()
    const receiver = await startReceiver()
    const { id: endpoint } = (await theirs.control('/webhooks', { url: receiver.url })).body.data
    const { id: charge } = (await theirs.create()).body.data
    const { id: key } = (await theirs.control('/keys', {})).body.data
    const { id: fault } = (await theirs.control('/faults', { on: 'get', kind: 'hang', times: 1 })).body.data
    const [first] = await receiver.received.until(1)
    const delivery = String(first!.headers['x-service-delivery'])
    const ids: Record<string, string> = {
      ...{ charges: charge, webhooks: endpoint, deliveries: delivery, faults: fault, keys: key },
    }
    const lists = () =>
      Promise.all(['/webhooks', '/keys', '/faults'].map(async path => (await theirs.control(path)).body))
    const before = await lists()
    const { paths } = parse(readFileSync('src/contract/sandbox.yaml', 'utf8'))
    const taking = Object.keys(paths).filter(path => path.includes('{id}'))
    expect(taking).toHaveLength(9)
    for (const path of taking) {
      for (const method of Object.keys(paths[path])) {
        const id = ids[path.split('/')[1]!]!
        const answer = await ours.control(path.replace('{id}', id), undefined, {
          method: method.toUpperCase(),
        })
        expect(answer.status, path).toBe(404)
      }
    }
    expect((await ours.api(`/payments/${charge}`)).status).toBe(404)
    expect((await ours.control(`/deliveries?endpoint=${endpoint}`)).status).toBe(404)
    expect((await ours.control(`/deliveries?payment=${charge}`)).body.data).toEqual([])
    expect(await lists()).toEqual(before)
    await theirs.control('/faults', undefined, { method: 'DELETE' })
    expect((await theirs.api(`/payments/${charge}`)).body.data.status).toBe('PENDING')
  })

  it('do not know the sequences of each other', async () => {
    const { ours, theirs } = await startTwo()
    for (let n = 0; n < 5; n++) await ours.control('/deposits', { amount: 1 })
    const client = await openRealtime(theirs)
    client.send({ op: 'auth', token: theirs.wsToken, after: '9007199254740997' })
    expect(await client.closed).toMatchObject({ code: 4400 })
  })

  it('end the connections of a token that was replaced, and no others', async () => {
    const { ours, theirs } = await startTwo()
    const [here, there] = [await stream(ours), await stream(theirs)]
    await theirs.control('/token/rotate', {})
    expect(await there.closed).toMatchObject({ code: 4401 })
    await ours.control('/deposits', { amount: 1 })
    await here.events.until(1)
    const old = await openRealtime(theirs)
    old.send({ op: 'auth', token: theirs.wsToken })
    expect(await old.closed).toMatchObject({ code: 4401 })
  })

  it('make two charges of the same Idempotency-Key, also in the same moment', async () => {
    const { ours, theirs } = await startTwo()
    const uuid = crypto.randomUUID()
    const made = await Promise.all(
      [ours, theirs, ours, theirs].map(({ create }, n) => create({ amount: n % 2 ? 20 : 10 }, uuid)),
    )
    expect(made.map(({ status }) => status)).toEqual([201, 201, 200, 200])
    const ids = made.map(({ body }) => body.data.id)
    expect(ids[0]).toBe(ids[2])
    expect(ids[1]).toBe(ids[3])
    expect(ids[0]).not.toBe(ids[1])
  })

  it('deliver to their own endpoints only', async () => {
    const { ours, theirs } = await startTwo()
    const [here, there] = [await startReceiver(), await startReceiver()]
    await ours.control('/webhooks', { url: here.url })
    await theirs.control('/webhooks', { url: there.url })
    await theirs.control('/deposits', { amount: 2 })
    await ours.control('/deposits', { amount: 1 })
    const amountOf = ({ body }: { body: Buffer }) => JSON.parse(String(body)).data.amount
    expect((await here.received.until(1)).map(amountOf)).toEqual([1])
    expect((await there.received.until(1)).map(amountOf)).toEqual([2])
  })

  it('have samples, faults and realtime clients of their own', async () => {
    const { ours, theirs } = await startTwo()
    await theirs.control('/seed', { count: 20 })
    expect((await ours.api('/payments')).body.pagination.total).toBe(0)
    expect((await theirs.api('/payments')).body.pagination.total).toBe(20)
    expect((await theirs.control('/faults', { on: 'balance', kind: 'status', status: 503 })).status).toBe(201)
    expect((await ours.control('/faults')).body.data).toEqual([])
    expect((await ours.api('/balance')).status).toBe(200)
    expect((await theirs.api('/balance')).status).toBe(503)
    await stream(ours)
    expect((await theirs.control('/realtime/test', {})).body.data.clients).toBe(0)
  })
})
