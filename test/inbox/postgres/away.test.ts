/** PostgreSQL goes away while deliveries are taken, and comes back. */

import { expect, it } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { PostgresInbox } from '#inbox/postgres/postgres-inbox.ts'
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
