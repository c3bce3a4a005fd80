/** What a client of the realtime channel sees of its faults. */

import { describe, expect, it } from 'vitest'
import { settled } from '../../support/clock.ts'
import { openRealtime, stream } from '../realtime-client.ts'
import { type FaultyHarness, startFaulty } from './ordering.ts'

/** The sequence of the first event of a sandbox, and the one before it. */
const [BEFORE, FIRST] = ['9007199254740992', '9007199254740993']

/** Connects and sends the token, with nothing expected of the other side. */
async function connect({ sandbox }: FaultyHarness, after?: string) {
  const client = await openRealtime(sandbox)
  client.send({ op: 'auth', token: sandbox.wsToken, after })
  return client
}

describe('a status', () => {
  it.each([
    [500, 4500, 'internal_error'],
    [503, 4503, 'unavailable'],
    [429, 4429, 'rate_limited'],
    [401, 4401, 'unauthorized'],
    [403, 4403, 'forbidden'],
    [404, 4404, 'invalid_request'],
  ] as const)('of %d closes with %d and an error', async (status, close, code) => {
    const harness = await startFaulty()
    const id = await harness.order({ on: 'realtime', kind: 'status', status, times: 1 })
    const client = await connect(harness)
    const { code: closed, reason } = await client.closed
    expect({ closed, messages: client.messages.all.map(text => JSON.parse(text)) }).toEqual({
      closed: close,
      messages: [{ op: 'error', code, error: reason }],
    })
    expect(reason).toContain(id)
    await stream(harness.sandbox)
  })
})

it('close and garbage cut the connection without a ready', async () => {
  const harness = await startFaulty()
  await harness.order({ on: 'realtime', kind: 'close', times: 1 })
  const client = await connect(harness)
  expect((await client.closed).code).toBe(1006)
  expect(client.messages.all).toEqual([])

  await harness.order({ on: 'realtime', kind: 'garbage', times: 2 })
  for (const start of ['<!doctype html>', '{"op":"rea']) {
    const { socket, closed } = await openRealtime(harness.sandbox)
    const texts: string[] = []
    socket.removeAllListeners('message').on('message', data => texts.push(String(data)))
    socket.send(JSON.stringify({ op: 'auth', token: harness.sandbox.wsToken }))
    expect((await closed).code).toBe(1006)
    expect(texts).toEqual([expect.stringContaining(start)])
    expect(() => JSON.parse(texts[0]!)).toThrow(SyntaxError)
  }
  await stream(harness.sandbox)
})

it('a lost answer is the next event, which comes after the next connection', async () => {
  const harness = await startFaulty()
  await harness.order({ on: 'realtime', kind: 'lose-answer', times: 1 })
  const client = await stream(harness.sandbox)
  expect(client.messages.all).toEqual([`{"op":"ready","sequence":"${FIRST}"}`])
  await harness.control('/deposits', { amount: 5 })
  expect((await client.closed).code).toBe(1006)
  expect(client.events.all).toEqual([])
  const again = await stream(harness.sandbox, FIRST)
  expect(await again.events.until(1)).toMatchObject([{ event: { type: 'deposit.approved' } }])
})

it('a lost answer can be an earlier event', async () => {
  const harness = await startFaulty()
  await harness.order({ on: 'realtime', kind: 'lose-answer', times: 1 })
  const client = await connect(harness, BEFORE)
  expect((await client.closed).code).toBe(1006)
  expect(client.messages.all).toEqual([`{"op":"ready","sequence":"${BEFORE}"}`])
})

it('a lost answer can be the event of a charge or a type, after those before it', async () => {
  const harness = await startFaulty()
  const { order, control, create, faults } = harness
  const { id } = (await create()).body.data
  const client = await stream(harness.sandbox, BEFORE)
  await client.events.until(2)
  // A client that is connected already loses it too.
  await order({ on: 'realtime', kind: 'lose-answer', charge: id, times: 1 })
  await control('/deposits', { amount: 5 })
  await control(`/charges/${id}/pay`, {})
  expect((await client.closed).code).toBe(1006)
  const types = client.events.all.map(({ event }) => event.type)
  expect(types).toEqual(['payment.created', 'payment.created', 'deposit.approved'])
  await order({ on: 'realtime', kind: 'lose-answer', type: 'deposit.*', times: 1 })
  const again = await stream(harness.sandbox, BEFORE)
  expect((await again.closed).code).toBe(1006)
  expect(again.events.all).toHaveLength(2)
  const last = await stream(harness.sandbox, BEFORE)
  expect((await last.events.until(4)).at(-1)).toMatchObject({ event: { type: 'payment.approved' } })
  expect(await faults()).toMatchObject([{ used: 1 }, { used: 1 }])
})

it('a delay is how long ready takes, and no event is missed', async () => {
  const harness = await startFaulty()
  await harness.order({ on: 'realtime', kind: 'delay', delaySeconds: 60, times: 1 })
  const client = await connect(harness)
  while ((await harness.faults())[0]?.used === 0) await settled()
  await harness.control('/deposits', { amount: 5 })
  await client.settled()
  expect(client.messages.all).toEqual([])
  harness.clock.advance(60_000)
  const [ready, event] = await client.messages.until(2)
  expect(ready).toBe(`{"op":"ready","sequence":"${FIRST}"}`)
  expect(event).toContain('"type":"deposit.approved"')
})

it('hang leaves the client without a ready, and ends when the sandbox closes', async () => {
  const harness = await startFaulty()
  await harness.order({ on: 'realtime', kind: 'hang', times: 1 })
  const client = await connect(harness)
  await client.settled()
  harness.clock.advance(60 * 60_000)
  await client.settled()
  expect(client.messages.all).toEqual([])
  await harness.sandbox.close()
  expect((await client.closed).code).toBe(1001)
})

it('is used only by a client whose token is right', async () => {
  const harness = await startFaulty()
  await harness.order({ on: 'realtime', kind: 'close' })
  const client = await openRealtime(harness.sandbox)
  client.send({ op: 'auth', token: 'service_ws_wrong' })
  expect((await client.closed).code).toBe(4401)
  expect(await harness.faults()).toMatchObject([{ used: 0 }])
})
