/** Clients of the realtime channel that don't read what they are sent (docs/service.md, 6.3). */

import { describe, expect, it } from 'vitest'
import { clientCount, roundTrip, startHarness } from './harness.ts'
import { readOutbox } from './read-outbox.ts'
import { stream } from './realtime-client.ts'

/** Charges whose events are more than the sockets of a connection hold. */
const MANY = 20_000

describe('a client that does not read', () => {
  it('costs the server a page of memory, while the others get everything', async () => {
    const { sandbox, control } = await startHarness()
    const idle = await stream(sandbox)
    const other = await stream(sandbox)
    idle.socket.pause()
    const before = process.memoryUsage().arrayBuffers
    await control('/seed', { count: MANY })
    const entries = readOutbox(sandbox, undefined, 1_000_000).map(({ sequence }) => sequence)
    await other.events.until(entries.length)
    expect(other.sequences).toEqual(entries)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(12 * 1024 * 1024)
  })

  it('is cut after 40 s, and loses nothing when it comes back', async () => {
    const harness = await startHarness()
    const { sandbox, control, clock } = harness
    await control('/seed', { count: MANY })
    const entries = readOutbox(sandbox, undefined, 1_000_000).map(({ sequence }) => sequence)
    const client = await stream(sandbox, '0')
    client.socket.pause()
    await roundTrip(harness)
    for (let n = 0; n < 2; n++) clock.advance(20_000)
    expect(await clientCount(harness)).toBe(0)
    client.socket.resume()
    await client.closed
    const got = client.sequences
    expect(got).toEqual(entries.slice(0, got.length))
    expect(got.length).toBeLessThan(entries.length)
    const again = await stream(sandbox, got.at(-1) ?? '0')
    // The test of the clients was an event too.
    await again.events.until(entries.length + 1 - got.length)
    expect([...got, ...again.sequences].slice(0, -1)).toEqual(entries)
  })
})
