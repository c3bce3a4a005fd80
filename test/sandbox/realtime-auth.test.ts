/** How a client of the realtime channel authenticates, and how long it may take (docs/service.md, 6.3). */

import { describe, expect, it } from 'vitest'
import { startHarness } from './harness.ts'
import { openRealtime, stream } from './realtime-client.ts'

const LAST_AT_TWO = '9007199254740994'

async function withTwoEvents() {
  const harness = await startHarness()
  await harness.control('/deposits', { amount: 1 })
  await harness.control('/deposits', { amount: 2 })
  return harness
}

describe('authentication', () => {
  it('with the token is answered by ready; before it, nothing is said', async () => {
    const { sandbox, control } = await startHarness()
    const client = await openRealtime(sandbox)
    await control('/deposits', { amount: 1 })
    await client.settled()
    expect(client.messages.all).toEqual([])
    client.send({ op: 'auth', token: sandbox.wsToken })
    expect(await client.messages.until(1)).toEqual(['{"op":"ready","sequence":"9007199254740993"}'])
  })

  it.each<[string, (token: string, apiKey: string) => unknown]>([
    ['another token', () => ({ op: 'auth', token: `service_ws_${'0'.repeat(48)}` })],
    ['the API key', (_token, apiKey) => ({ op: 'auth', token: apiKey })],
    ['the token in an array', token => ({ op: 'auth', token: [token] })],
    ['no token', () => ({ op: 'auth' })],
    ['another op', token => ({ op: 'AUTH', token })],
    ['null', () => 'null'],
    ['a binary message', token => Buffer.from(JSON.stringify({ op: 'auth', token }))],
    ['no JSON', token => `{"op":"auth","token":"${token}"`],
    ['a wrong token and a wrong after', () => ({ op: 'auth', token: 'service_ws_', after: 'x' })],
  ])('with %s is an error and a close 4401', async (_what, message) => {
    const { sandbox } = await startHarness()
    const client = await openRealtime(sandbox)
    const first = message(sandbox.wsToken, sandbox.apiKey)
    if (Buffer.isBuffer(first)) client.socket.send(first)
    else client.send(first)
    expect(await client.closed).toEqual({ code: 4401, reason: expect.stringMatching(/token/) })
    expect(client.messages.all.map(text => JSON.parse(text))).toEqual([
      { op: 'error', error: expect.stringMatching(/token/), code: 'unauthorized' },
    ])
    expect(client.messages.all.join()).not.toContain(sandbox.wsToken)
  })

  it('is done once: nothing that a client sends later changes it', async () => {
    const { sandbox, control } = await startHarness()
    const client = await stream(sandbox)
    client.send({ op: 'auth', token: 'wrong' })
    client.send({ op: 'auth', token: sandbox.wsToken, after: '0' })
    client.send('}{')
    client.socket.send(Buffer.alloc(1000))
    await client.settled()
    await control('/deposits', { amount: 1 })
    await client.events.until(1)
    expect(client.messages.all).toHaveLength(2)
  })
})

describe('after', () => {
  it.each<[unknown, RegExp]>([
    [9007199254740992, /text/],
    [null, /text/],
    ['', /not a sequence/],
    ['-1', /not a sequence/],
    [' 9007199254740993', /not a sequence/],
    ['09007199254740993', /not a sequence/],
    ['9'.repeat(60_000), /not a sequence/],
    ['9007199254740995', /beyond/],
  ])('%j is an error and a close 4400 that names it', async (after, why) => {
    const { sandbox } = await withTwoEvents()
    const client = await openRealtime(sandbox)
    client.send({ op: 'auth', token: sandbox.wsToken, after })
    const { code, reason } = await client.closed
    expect(code).toBe(4400)
    expect(reason).toMatch(/^after /)
    expect(reason).toMatch(why)
    expect(client.messages.all.map(text => JSON.parse(text))).toEqual([
      { op: 'error', error: reason, code: 'invalid_after' },
    ])
  })

  it.each([
    [undefined, LAST_AT_TWO],
    [LAST_AT_TWO, LAST_AT_TWO],
    ['9007199254740993', '9007199254740993'],
    ['9007199254740992', '9007199254740992'],
    ['0', '9007199254740992'],
  ])(
    '%j is answered with the sequence where the stream begins, and a client can resume from it',
    async (after, begins) => {
      const { sandbox, control } = await withTwoEvents()
      const client = await stream(sandbox, after)
      expect(client.messages.all[0]).toBe(`{"op":"ready","sequence":"${begins}"}`)
      await control('/deposits', { amount: 3 })
      const count = 3 - Number(BigInt(begins) - 9007199254740992n)
      const events = await client.events.until(count)
      const again = await stream(sandbox, begins)
      expect(await again.events.until(count)).toEqual(events)
    },
  )
})

describe('the time to authenticate', () => {
  it('is 10 s, whatever pings come; then the connection is closed with 4408', async () => {
    const { sandbox, clock } = await startHarness()
    const client = await openRealtime(sandbox)
    clock.advance(9_999)
    await client.settled()
    clock.advance(1)
    expect(await client.closed).toEqual({ code: 4408, reason: 'no authentication within 10 s' })
    expect(client.messages.all).toEqual([])
  })

  it('counts to the last moment, and no longer once a client has authenticated', async () => {
    const { sandbox, clock } = await startHarness()
    const client = await openRealtime(sandbox)
    clock.advance(9_999)
    client.send({ op: 'auth', token: sandbox.wsToken })
    await client.messages.until(1)
    clock.advance(10)
    await client.settled()
    expect(client.socket.readyState).toBe(client.socket.OPEN)
  })

  it('leaves no timer behind, in whichever way the connection ends', async () => {
    const { sandbox, clock } = await startHarness()
    const clients = await Promise.all([openRealtime(sandbox), stream(sandbox), openRealtime(sandbox)])
    expect(clock.pending).toBe(3)
    clients[0]?.socket.close()
    clients[1]?.socket.terminate()
    clients[2]?.send('x')
    await Promise.all(clients.map(({ closed }) => closed))
    await expect.poll(() => clock.pending).toBe(0)
  })
})
