/** Roles as leases: two processes, each with its own connections and its own clock. */

import { expect, it } from 'vitest'
import { type Inbox, type Lease, LeaseLost } from '#inbox/inbox.ts'
import { FakeClock } from '../../support/clock.ts'
import { describeOnPostgres, sharedPostgres } from '../../support/postgres.ts'
import { AT, arrival, numbered, take } from '../arriving.ts'
import { type InboxPlace, newInbox, openOn } from './opening.ts'

const STREAM = 'wss://api.example/ws'

/** Ends all leases of a profile by the server's clock, as time would. */
async function letLeasesEnd({ url, profile }: InboxPlace): Promise<void> {
  const server = await sharedPostgres()
  await server.query(
    `UPDATE pixctl.leases SET expires_at = clock_timestamp() - interval '1 second'
     FROM pixctl.profiles WHERE profiles.id = profile AND name = $1`,
    [profile],
    new URL(url).pathname.slice(1),
  )
}

async function two(): Promise<{ place: InboxPlace; one: Inbox; other: Inbox; clock: FakeClock }> {
  const place = await newInbox()
  const clock = new FakeClock()
  const one = await openOn(place, clock)
  const other = await openOn(place, new FakeClock())
  await one.writing.insert(arrival())
  return { place, one, other, clock }
}

const moved = (inbox: Inbox, sequence: string, lease: Lease | null) => {
  const cursor = { stream: STREAM, sequence, reachedAt: AT }
  return inbox.writing.shown({ events: [], cursor }, lease ?? undefined)
}

describeOnPostgres('a role in a shared inbox', () => {
  it('is several processes’ who share it, and nobody’s alone meanwhile', async () => {
    const { one, other } = await two()
    const shared = await one.queue.lease('forwarding', 'shared')
    const too = await other.queue.lease('forwarding', 'shared')
    expect([shared, too]).not.toContain(null)
    expect(await other.queue.lease('forwarding', 'alone')).toBeNull()
    await shared!.release()
    expect(await one.queue.lease('forwarding', 'alone')).toBeNull()
    await too!.release()
    expect(await one.queue.lease('forwarding', 'alone')).not.toBeNull()
    expect(await other.queue.lease('forwarding', 'shared')).toBeNull()
  })

  it('is one process’s when many try at the same time', async () => {
    const place = await newInbox()
    const inboxes = await Promise.all(Array.from({ length: 4 }, () => openOn(place)))
    await inboxes[0]!.writing.insert(arrival())
    const holds = await Promise.all(
      inboxes.flatMap(inbox => [inbox.queue.lease('cursor', 'alone'), inbox.queue.lease('cursor', 'alone')]),
    )
    expect(holds.filter(lease => lease !== null)).toHaveLength(1)
  })

  it('is kept as long as it is renewed', async () => {
    const { place, one, other, clock } = await two()
    const lease = await one.queue.lease('cursor', 'alone')
    const ends = async () => {
      const server = await sharedPostgres()
      const [row] = await server.query<{ ends: Date }>(
        `SELECT max(expires_at) AS ends FROM pixctl.leases JOIN pixctl.profiles ON profiles.id = profile
         WHERE name = $1`,
        [place.profile],
        new URL(place.url).pathname.slice(1),
      )
      return row!.ends.getTime()
    }
    for (let round = 0; round < 6; round++) {
      const before = await ends()
      clock.advance(2_000)
      await expect.poll(ends).toBeGreaterThan(before)
    }
    // The answer to the last renewal has come, too.
    await one.reading.mark()
    expect(lease!.lost.aborted).toBe(false)
    expect(await other.queue.lease('cursor', 'alone')).toBeNull()
  })

  it('goes to another process when its own is stopped; that one then knows', async () => {
    const { place, one, other, clock } = await two()
    await take(one, numbered(2))
    const forwarding = await one.queue.lease('forwarding', 'shared')
    const cursor = await one.queue.lease('cursor', 'alone')
    await moved(one, '5', cursor)
    expect(await one.queue.claim(forwarding!, 1)).toHaveLength(1)
    // Its process stands still; the server's clock goes on.
    await letLeasesEnd(place)
    const taken = await other.queue.lease('cursor', 'alone')
    await moved(other, '7', taken)
    // It goes on before its timers say so: the database refuses what it still wants to do.
    await expect(moved(one, '6', cursor)).rejects.toThrow(LeaseLost)
    await expect(one.queue.claim(forwarding!, 1)).rejects.toThrow(LeaseLost)
    expect(await one.cursors.of(STREAM)).toMatchObject({ sequence: '7' })
    const theirs = await other.queue.lease('forwarding', 'shared')
    expect((await other.queue.claim(theirs!, 10)).map(each => each.delivery)).toEqual(['dlv_1', 'dlv_2'])
    // And its own clock, before anything is asked.
    clock.suspend(8_000)
    expect(cursor!.lost.aborted).toBe(true)
    expect(forwarding!.lost.aborted).toBe(true)
  })

  it('counts as lost 7.5 s after the last renewal began, by either clock', async () => {
    const { one, clock } = await two()
    const lease = await one.queue.lease('cursor', 'alone')
    // In one step: no answer to a renewal comes in between.
    clock.advance(7_499)
    expect(lease!.lost.aborted).toBe(false)
    clock.advance(1)
    expect(lease!.lost.aborted).toBe(true)

    const second = await two()
    const other = await second.one.queue.lease('cursor', 'alone')
    second.clock.jump(7_500)
    expect(other!.lost.aborted).toBe(true)
  })
})
