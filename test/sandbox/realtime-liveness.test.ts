/** The heartbeat, clients that are silent or don't read, and the end of the sandbox (docs/service.md, 6.3). */

import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { volume } from '../support/volume.ts'
import { type Harness, startHarness } from './harness.ts'
import { openRealtime, type RealtimeClient, stream } from './realtime-client.ts'

/** Charges whose events are more than the sockets of a connection hold. */
const MANY = volume(40_000, 15_000)

const INTERVAL = 20_000

/** How many authenticated clients the sandbox counts. */
const clientCount = async ({ dashboard }: Harness): Promise<number> =>
  (await dashboard('/realtime/test', {})).body.data.clients

/** A small call, which is answered after all that came before it. */
const roundTrip = ({ dashboard }: Harness) => dashboard('/keys')

describe('the heartbeat', () => {
  it('is a WebSocket ping every 20 s, to a client that answers for as long as it likes', async () => {
    const { sandbox, clock, dashboard } = await startHarness()
    await dashboard('/deposits', { amount: 1 })
    const client = await stream(sandbox, '0')
    await client.events.until(1)
    clock.advance(INTERVAL - 1)
    for (let n = 0; n < 200; n++) {
      const ping = once(client.socket, 'ping')
      clock.advance(n === 0 ? 1 : INTERVAL)
      await ping
      await client.settled()
    }
    await dashboard('/deposits', { amount: 1 })
    await client.events.until(2)
    expect(client.messages.all).toHaveLength(3)
  })

  it("doesn't come before it is due", async () => {
    const { sandbox, clock } = await startHarness()
    const client = await stream(sandbox)
    let pings = 0
    client.socket.on('ping', () => pings++)
    clock.advance(INTERVAL - 1)
    await client.settled()
    expect(pings).toBe(0)
    clock.advance(1)
    await client.settled()
    expect(pings).toBe(1)
  })

  it('keeps its pace when the time of day is set back', async () => {
    const { sandbox, clock } = await startHarness()
    const client = await stream(sandbox)
    clock.jump(-3_600_000)
    for (let n = 0; n < 3; n++) {
      const ping = once(client.socket, 'ping')
      clock.advance(INTERVAL)
      await Promise.race([ping, client.closed])
      expect(client.socket.readyState).toBe(client.socket.OPEN)
      await client.settled()
    }
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

  it('ends the connection of a client whose machine is gone', async () => {
    const harness = await startHarness()
    const { sandbox, clock } = harness
    const { port } = new URL(sandbox.realtimeUrl)
    // Half open: the client's side is never read and never closed.
    const socket = connect({ port: Number(port), host: '127.0.0.1' })
    onTestFinished(() => void socket.destroy())
    socket.pause()
    socket.write(
      `GET /realtime HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    socket.write(maskedText(JSON.stringify({ op: 'auth', token: sandbox.wsToken })))
    await expect.poll(() => clientCount(harness)).toBe(1)
    clock.advance(INTERVAL)
    clock.advance(INTERVAL)
    expect(await clientCount(harness)).toBe(0)
  })
})

/** A client's text frame of up to 125 bytes (RFC 6455, section 5.2), masked with zeros. */
function maskedText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
}

describe('a client that does not read', () => {
  it('is dropped with 1013 once it has left 4 MiB unread, while the others get everything', async () => {
    const harness = await startHarness()
    const { sandbox, dashboard } = harness
    const idle = await stream(sandbox)
    const other = await stream(sandbox)
    await dashboard('/deposits', { amount: 1 })
    await idle.events.until(1)
    idle.socket.pause()

    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const write = async () => {
      await dashboard('/seed', { count: 200 })
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      return clientCount(harness)
    }
    await expect.poll(write, { timeout: 25_000, interval: 0 }).toBe(1)
    const entries = sandbox.readOutbox(undefined, 1_000_000)
    await other.events.until(entries.length)
    expect(other.sequences).toEqual(entries.map(({ sequence }) => sequence))
    expect(most).toBeLessThan(64 * 1024 * 1024)

    // What it had been sent is in order and whole; the rest is there when it comes back.
    idle.socket.resume()
    expect([1006, 1013]).toContain((await idle.closed).code)
    const got = idle.sequences
    expect(got).toEqual(other.sequences.slice(0, got.length))
    expect(got.length).toBeLessThan(entries.length)
    const again = await stream(sandbox, got.at(-1))
    await again.events.until(entries.length - got.length)
    expect([...got, ...again.sequences]).toEqual(other.sequences)
  })

  it('gets the reason when it reads on in time', async () => {
    const harness = await startHarness()
    const { sandbox, dashboard } = harness
    const client = await stream(sandbox)
    client.socket.pause()
    const write = async () => {
      await dashboard('/seed', { count: 200 })
      return clientCount(harness)
    }
    await expect.poll(write, { timeout: 25_000, interval: 0 }).toBe(0)
    client.socket.resume()
    expect(await client.closed).toEqual({ code: 1013, reason: expect.stringContaining('unread') })
  })

  it('in the middle of past events costs the server a page of memory, and is dropped after 40 s without reading', async () => {
    const harness = await startHarness()
    const { sandbox, dashboard, clock } = harness
    await dashboard('/seed', { count: MANY })
    const entries = sandbox.readOutbox(undefined, 1_000_000).map(({ sequence }) => sequence)
    const before = process.memoryUsage().arrayBuffers
    const client = await stream(sandbox, '0')
    client.socket.pause()
    // It isn't silent: it only doesn't read. What the sockets hold may take a while to be sent.
    const wait = async () => {
      client.socket.ping()
      await roundTrip(harness)
      clock.advance(19_999)
      return clientCount(harness)
    }
    await expect.poll(wait, { timeout: 25_000, interval: 0 }).toBe(0)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024)
    client.socket.resume()
    await client.closed
    expect(client.sequences.length).toBeGreaterThan(0)
    expect(client.sequences).toEqual(entries.slice(0, client.sequences.length))
    expect(client.sequences.length).toBeLessThan(entries.length)
  })

  it('for a while, and then reads on, gets all past events', async () => {
    const harness = await startHarness()
    const { sandbox, dashboard, clock } = harness
    await dashboard('/seed', { count: MANY })
    const entries = sandbox.readOutbox(undefined, 1_000_000).map(({ sequence }) => sequence)
    const client = await stream(sandbox, '0')
    client.socket.pause()
    await roundTrip(harness)
    clock.advance(39_000)
    client.socket.resume()
    await client.events.until(entries.length)
    expect(client.sequences).toEqual(entries)
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
    const { sandbox, dashboard } = await startHarness()
    const client = await stream(sandbox)
    await dashboard('/deposits', { amount: 1 })
    await sandbox.close()
    expect(await client.closed).toMatchObject({ code: 1001 })
    expect(client.events.all).toHaveLength(1)
  })

  it("doesn't wait for a client that doesn't answer", async () => {
    const { sandbox, dashboard } = await startHarness()
    await dashboard('/seed', { count: MANY })
    const idle = await stream(sandbox)
    const behind = await stream(sandbox, '0')
    idle.socket.pause()
    behind.socket.pause()
    const begun = performance.now()
    await sandbox.close()
    // Two seconds of grace; the library by itself would wait for five.
    expect(performance.now() - begun).toBeLessThan(4_900)
  })

  it('accepts no new client', async () => {
    const { sandbox } = await startHarness()
    const idle = await stream(sandbox)
    idle.socket.pause()
    const closed = sandbox.close()
    await expect(openRealtime(sandbox)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    // It answers the close, so that the sandbox needn't wait for it.
    idle.socket.resume()
    await closed
  })
})
