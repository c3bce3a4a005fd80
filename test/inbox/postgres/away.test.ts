/** PostgreSQL goes away while deliveries are taken, and comes back. */

import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { PostgresInbox } from '#inbox/postgres/postgres-inbox.ts'
import { FakeClock } from '../../support/clock.ts'
import { describeOnPostgres, sharedPostgres } from '../../support/postgres.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { arrival } from '../arriving.ts'
import { openPostgres } from './connecting/opening.ts'
import { newInbox, openOn } from './opening.ts'

/** An inbox behind a proxy, and the same without one. */
async function behindProxy(): Promise<{ inbox: Inbox; direct: Inbox; proxy: TcpProxy }> {
  const place = await newInbox()
  const server = await sharedPostgres()
  const proxy = await startTcpProxy(server.port)
  const url = place.url.replace(`:${server.port}/`, `:${proxy.port}/`)
  const postgres = await openPostgres(url, { timeoutMs: 4_000 })
  const inbox = new PostgresInbox({ postgres, profile: place.profile })
  const direct = await openOn(place)
  await inbox.writing.insert(arrival())
  return { inbox, direct, proxy }
}

const numbered = (n: number) => arrival({ delivery: `dlv_${n}`, eventId: `evt_${n}` })

const isWell = (inbox: Inbox) =>
  inbox.writing.check().then(
    () => true,
    () => false,
  )

describeOnPostgres('an inbox that PostgreSQL has left', () => {
  it('refuses what comes, soon, and takes it when PostgreSQL is back', async () => {
    const { inbox, direct, proxy } = await behindProxy()
    proxy.refuse()
    const results = await Promise.allSettled([2, 3, 4].map(n => inbox.writing.insert(numbered(n))))
    expect(results).toEqual(
      [2, 3, 4].map(() => ({
        status: 'rejected',
        reason: expect.objectContaining({ name: 'SaveError', away: true }),
      })),
    )
    await expect(inbox.writing.check()).rejects.toThrow()
    expect(await direct.queue.countPending()).toBe(1)
    proxy.pass()
    await expect.poll(() => isWell(inbox)).toBe(true)
    expect(await inbox.writing.insert(numbered(2))).toMatchObject({ verdict: 'accepted', forward: 'pending' })
    expect(await direct.queue.countPending()).toBe(2)
    await inbox.close()
  })

  it('counts what may be saved as not saved: it comes again, and is a duplicate', async () => {
    const { inbox, direct, proxy } = await behindProxy()
    // Several connections, so that the request below needs no new one.
    await Promise.all([inbox.reading.mark(), inbox.reading.mark(), inbox.reading.mark()])
    proxy.swallowAnswers()
    await expect(inbox.writing.insert(numbered(2))).rejects.toMatchObject({ name: 'SaveError', away: true })
    expect(await direct.reading.find('dlv_2')).not.toBeNull()
    proxy.pass()
    await expect.poll(() => isWell(inbox)).toBe(true)
    expect(await inbox.writing.insert(numbered(2))).toMatchObject({
      verdict: 'duplicate',
      forward: 'pending',
    })
    expect(await direct.queue.countPending()).toBe(2)
    await inbox.close()
  })

  it('doesn’t keep more waiting than it has room for', async () => {
    const { inbox, proxy } = await behindProxy()
    proxy.swallow()
    const large = Buffer.alloc(1024 * 1024)
    const results = await Promise.allSettled(
      Array.from({ length: 80 }, (_, n) => inbox.writing.insert({ ...numbered(n), body: large })),
    )
    const reasons = results.map(each => (each.status === 'rejected' ? String(each.reason.message) : 'saved'))
    expect(
      reasons.filter(reason => reason === 'too much waits to be written to the inbox').length,
    ).toBeGreaterThan(10)
    expect(reasons).not.toContain('saved')
    proxy.pass()
    await inbox.close()
  })
})

describeOnPostgres('an inbox whose writes have to wait', () => {
  it('is not ready, although other statements are answered', async () => {
    const place = await newInbox()
    const clock = new FakeClock()
    const inbox = await openOn(place, clock)
    await inbox.writing.insert(arrival())
    const other = new pg.Client(place.url)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('BEGIN; LOCK TABLE pixctl.deliveries')
    const taking = inbox.writing.insert(numbered(2))
    await expect.poll(() => waiting(other)).toBe(1)
    await inbox.writing.check()
    clock.advance(3_500)
    await expect(inbox.writing.check()).rejects.toThrow('the inbox has not saved for 3 s what it was given')
    await other.query('COMMIT')
    expect(await taking).toMatchObject({ verdict: 'accepted' })
    await inbox.writing.check()
  })
})

/** How many statements wait for the lock of a connection. */
async function waiting(holder: pg.Client): Promise<number> {
  const { rows } = await holder.query(
    'SELECT count(*)::int AS n FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
  )
  return rows[0].n
}
