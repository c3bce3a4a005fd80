/** The heartbeat, clients that are silent, and the end of the sandbox (docs/service.md, 6.3). */

import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { clientCount, roundTrip, startHarness } from './harness.ts'
import { openRealtime, type RealtimeClient, stream } from './realtime-client.ts'

const INTERVAL = 20_000

describe('the heartbeat', () => {
  it('is a WebSocket ping every 20 s, to a client that answers for as long as it likes', async () => {
    const { sandbox, clock, control } = await startHarness()
    await control('/deposits', { amount: 1 })
    const client = await stream(sandbox, '0')
    await client.events.until(1)
    let pings = 0
    client.socket.on('ping', () => pings++)
    clock.advance(INTERVAL - 1)
    await client.settled()
    expect(pings).toBe(0)
    for (let n = 0; n < 200; n++) {
      const ping = once(client.socket, 'ping')
      clock.advance(n === 0 ? 1 : INTERVAL)
      await ping
      await client.settled()
    }
    await control('/deposits', { amount: 1 })
    await client.events.until(2)
    expect(pings).toBe(200)
    expect(client.messages.all).toHaveLength(3)
  })

  it('ends a connection that is silent for two intervals, and no other', async () => {
    const { sandbox, clock } = await startHarness()
    const silent = await stream(sandbox, undefined, { autoPong: false })
    const other = await stream(sandbox)
    clock.advance(INTERVAL)
    await other.settled()
    clock.advance(INTERVAL - 1)
    await other.settled()
    expect(silent.socket.readyState).toBe(silent.socket.OPEN)
    clock.advance(1)
    expect(await silent.closed).toMatchObject({ code: 1006 })
    await other.settled()
  })

  it('ends only silent connections: any message, ping or pong counts', async () => {
    const harness = await startHarness()
    const { sandbox, clock } = harness
    const says: ((client: RealtimeClient) => void)[] = [
      client => client.send('{"op":"ping"}'),
      client => client.socket.ping(),
      client => client.socket.pong(),
    ]
    const clients = await Promise.all(says.map(() => stream(sandbox, undefined, { autoPong: false })))
    for (let n = 0; n < 4; n++) {
      clock.advance(INTERVAL * 2 - 1)
      for (const [index, client] of clients.entries()) says[index]?.(client)
      await roundTrip(harness)
    }
    expect(await clientCount(harness)).toBe(3)
  })
})

describe('the end of the sandbox', () => {
  it('closes every connection with 1001, authenticated or not', async () => {
    const { sandbox } = await startHarness()
    const clients = [await stream(sandbox), await openRealtime(sandbox)]
    await sandbox.close()
    for (const client of clients) {
      expect(await client.closed).toEqual({ code: 1001, reason: 'the sandbox is stopping' })
    }
  })

  it('sends what had happened before it says so', async () => {
    const { sandbox, control } = await startHarness()
    const client = await stream(sandbox)
    await control('/deposits', { amount: 1 })
    await sandbox.close()
    expect(await client.closed).toMatchObject({ code: 1001 })
    expect(client.events.all).toHaveLength(1)
  })
})
