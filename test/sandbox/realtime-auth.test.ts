/** How a client of the realtime channel authenticates, and how long it may take (docs/service.md, 6.3). */

import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startHarness } from './harness.ts'
import { openRealtime, READY, stream } from './realtime-client.ts'

const LAST_AT_TWO = '9007199254740994'
/** Much longer than the two seconds that a client has to answer a close; ws by itself would wait for thirty. */
const TOO_LONG_MS = 20_000

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
    ['half the token', token => ({ op: 'auth', token: token.slice(0, 30) })],
    ['the API key', (_token, apiKey) => ({ op: 'auth', token: apiKey })],
    ['the token in an array', token => ({ op: 'auth', token: [token] })],
    ['no token', () => ({ op: 'auth' })],
    ['no op', token => ({ token })],
    ['another op', token => ({ op: 'AUTH', token })],
    ['an array', token => [{ op: 'auth', token }]],
    ['null', () => 'null'],
    ['nothing', () => ''],
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

  it('may be tried only once', async () => {
    const { sandbox } = await startHarness()
    const client = await openRealtime(sandbox)
    client.send({ op: 'auth', token: 'wrong' })
    client.send({ op: 'auth', token: sandbox.wsToken })
    expect(await client.closed).toMatchObject({ code: 4401 })
    expect(client.messages.all).toHaveLength(1)
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

  it('may have members that mean nothing', async () => {
    const { sandbox } = await startHarness()
    const client = await openRealtime(sandbox)
    client.send({ op: 'auth', token: sandbox.wsToken, client: 'pixctl', version: 1 })
    expect(await client.messages.until(1)).toEqual([READY])
  })
})

describe('after', () => {
  it.each<[unknown, RegExp]>([
    [9007199254740992, /text/],
    [null, /text/],
    [['9007199254740993'], /text/],
    [{}, /text/],
    ['', /not a sequence/],
    ['last', /not a sequence/],
    ['-1', /not a sequence/],
    ['9007199254740993.0', /not a sequence/],
    [' 9007199254740993', /not a sequence/],
    ['09007199254740993', /not a sequence/],
    ['0x20000000000001', /not a sequence/],
    ['9'.repeat(60_000), /not a sequence/],
    ['9007199254740995', /beyond/],
    ['999999999999999999', /beyond/],
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

  it('may be the last sequence', async () => {
    const { sandbox } = await withTwoEvents()
    const client = await stream(sandbox, LAST_AT_TWO)
    await client.settled()
    expect(client.messages.all).toEqual([`{"op":"ready","sequence":"${LAST_AT_TWO}"}`])
  })

  it.each([
    [undefined, LAST_AT_TWO],
    ['9007199254740993', '9007199254740993'],
    ['9007199254740992', '9007199254740992'],
    ['0', '9007199254740992'],
    ['1', '9007199254740992'],
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

describe('a message of a client', () => {
  it('may be 64 KiB', async () => {
    const { sandbox } = await startHarness()
    const client = await openRealtime(sandbox)
    const auth = { op: 'auth', token: sandbox.wsToken, padding: '' }
    auth.padding = 'x'.repeat(64 * 1024 - JSON.stringify(auth).length)
    client.send(auth)
    expect(await client.messages.until(1)).toEqual([READY])
  })

  it('that is larger closes the connection with 1009, and no other', async () => {
    const { sandbox } = await startHarness()
    const other = await stream(sandbox)
    const client = await stream(sandbox)
    client.socket.send('x'.repeat(64 * 1024 + 1))
    expect(await client.closed).toMatchObject({ code: 1009 })
    await other.settled()
  })

  it('that breaks the protocol closes the connection, and no other', async () => {
    const { sandbox } = await startHarness()
    const other = await stream(sandbox)
    const client = await stream(sandbox)
    const frames = client.socket as unknown as { _socket: { write(bytes: Buffer): void } }
    frames._socket.write(Buffer.from('not a frame'))
    expect((await client.closed).code).toBe(1002)
    await other.settled()
  })
})

describe('a client that leaves the close unanswered', () => {
  /** A client that speaks only TCP; `given` resolves once that text has come. */
  async function raw(realtimeUrl: string) {
    const { port, pathname } = new URL(realtimeUrl)
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let text = ''
    const given = async (pattern: RegExp) => {
      while (!pattern.test(text)) text += (await once(socket, 'data'))[0].toString('latin1')
    }
    socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await given(/\r\n\r\n/)
    return { socket, given }
  }

  it('loses its socket soon after its token was refused', async () => {
    const { sandbox } = await startHarness()
    const { socket, given } = await raw(sandbox.realtimeUrl)
    // A text frame of two bytes, `{}`, masked by zeros.
    socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x7b, 0x7d]))
    await given(/the first message must be.*the first message must be/s)
    const start = performance.now()
    await once(socket, 'close')
    expect(performance.now() - start).toBeLessThan(TOO_LONG_MS)
  })
})
