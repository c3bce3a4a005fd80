/** Clients of the realtime channel that don't read what they are sent (docs/service.md, 6.3). */

import { describe, expect, it } from 'vitest'
import { clientCount, roundTrip, startHarness } from './harness.ts'
import { stream } from './realtime-client.ts'

/** Charges whose events are more than the sockets of a connection hold. */
const MANY = 40_000

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
})
