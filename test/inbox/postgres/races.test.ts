/** What happens between two statements of a process while another one works. */

import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { insertArrivals } from '#inbox/postgres/insert-arrivals.ts'
import type { Queryable } from '#inbox/postgres/sql.ts'
import { Sql } from '#inbox/postgres/sql.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { arrival, ended, WATCHED } from '../arriving.ts'
import { newInbox, openOn, sharedInboxUrl } from './opening.ts'

/** A connection that does one thing at a time, as a process does it. */
async function connection(): Promise<pg.Client> {
  const client = new pg.Client(await sharedInboxUrl())
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Resolves when a statement of another connection waits for a lock of a kind. */
async function someoneWaits(client: pg.Client, type: string): Promise<void> {
  const waiting = async () =>
    (await client.query('SELECT FROM pg_locks WHERE NOT granted AND locktype = $1', [type])).rowCount
  await expect.poll(waiting).toBeGreaterThan(0)
}

describeOnPostgres('a claim', () => {
  it('ends before another process takes the role, whose claims it would not know', async () => {
    const place = await newInbox()
    const [one, other] = [await openOn(place), await openOn(place)]
    await one.writing.insert(arrival())
    const mine = (await one.queue.lease('forwarding', 'shared'))!
    // It begins, sees who has the role, and must wait before it looks at the queue.
    const slow = await connection()
    await slow.query('BEGIN')
    await slow.query('LOCK TABLE pixctl.queue IN ACCESS EXCLUSIVE MODE')
    const claimed = one.queue.claim(mine, 10)
    await someoneWaits(slow, 'relation')
    const theirs = other.queue.lease('forwarding', 'shared')
    await someoneWaits(slow, 'advisory')
    await slow.query('COMMIT')
    expect(await claimed).toHaveLength(1)
    expect(await other.queue.claim((await theirs)!, 10)).toEqual([])
  })
})

describeOnPostgres('a replay', () => {
  it('makes an event processed that arrives again at the same moment', async () => {
    const place = await newInbox()
    const one = await openOn(place)
    await one.writing.insert(arrival(WATCHED))
    const { id } = (await one.reading.find('dlv_1'))!
    // Another process has saved the delivery, and has not committed.
    const other = await connection()
    await other.query('BEGIN')
    const { rows } = await other.query('SELECT id FROM pixctl.profiles WHERE name = $1', [place.profile])
    const again = arrival({ delivery: 'dlv_2' })
    const [result] = await insertArrivals(new Sql(other as Queryable), rows[0].id, [again], async () => null)
    expect(result).toMatchObject({ verdict: 'duplicate', forward: 'pending' })
    const recorded = one.writing.attempted(ended(id, 204, { replay: true }))
    await Promise.race([recorded, someoneWaits(await connection(), 'advisory')])
    await other.query('COMMIT')
    await recorded
    expect(await one.queue.countPending()).toBe(0)
  })
})
