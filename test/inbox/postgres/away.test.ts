/** PostgreSQL goes away while deliveries are taken, and comes back. */

import { expect, it, onTestFinished } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { describeOnPostgres, sharedPostgres } from '../../support/postgres.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { arrival, listed, numbered, take } from '../arriving.ts'
import { openPostgres } from './connecting/opening.ts'
import { connection, inboxOn, newInbox, openOn } from './opening.ts'

/** An inbox behind a proxy, and the same without one. */
async function behindProxy(): Promise<{ inbox: Inbox; direct: Inbox; proxy: TcpProxy }> {
  const place = await newInbox()
  const server = await sharedPostgres()
  const proxy = await startTcpProxy(server.port)
  const url = place.url.replace(`:${server.port}/`, `:${proxy.port}/`)
  const postgres = await openPostgres(url, { timeoutMs: 4_000 })
  const inbox = inboxOn(postgres, place.profile)
  const direct = await openOn(place)
  await inbox.writing.insert(arrival())
  return { inbox, direct, proxy }
}

const isWell = (inbox: Inbox) =>
  inbox.writing.check().then(
    () => true,
    () => false,
  )

describeOnPostgres('an inbox that PostgreSQL has left', () => {
  it('refuses what comes, soon, and takes it when PostgreSQL is back', async () => {
    const { inbox, direct, proxy } = await behindProxy()
    proxy.refuse()
    const results = await Promise.allSettled([2, 3, 4].map(n => take(inbox, numbered(n))))
    expect(results).toEqual(
      [2, 3, 4].map(() => ({
        status: 'rejected',
        reason: expect.objectContaining({ name: 'SaveError', away: true }),
      })),
    )
    await expect(inbox.writing.check()).rejects.toThrow()
    expect(await listed(direct)).toHaveLength(1)
    proxy.pass()
    await expect.poll(() => isWell(inbox)).toBe(true)
    expect(await take(inbox, numbered(2))).toMatchObject({ verdict: 'accepted', forward: 'pending' })
    expect(await listed(direct, { forward: 'pending' })).toHaveLength(2)
    await inbox.close()
  })

  it('counts what may be saved as not saved: it comes again, and is a duplicate', async () => {
    const { inbox, direct, proxy } = await behindProxy()
    const holding = await connection()
    // The commit waits, until its answer will be swallowed.
    await holding.query('SELECT pg_advisory_lock(7)')
    await holding.query(`CREATE FUNCTION pixctl.wait() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END'`)
    await holding.query(`CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON pixctl.arrivals DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION pixctl.wait()`)
    onTestFinished(() => holding.query('DROP FUNCTION pixctl.wait() CASCADE').then(() => {}))
    const lost = expect(take(inbox, numbered(2))).rejects.toMatchObject({
      name: 'SaveError',
      away: true,
    })
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'`
    await expect.poll(async () => (await holding.query(waiting)).rowCount).toBe(1)
    proxy.swallowAnswers()
    await holding.query('SELECT pg_advisory_unlock(7)')
    await lost
    expect(await listed(direct)).toMatchObject([{ delivery: 'dlv_2' }, { delivery: 'dlv_1' }])
    proxy.pass()
    await expect.poll(() => isWell(inbox)).toBe(true)
    expect(await take(inbox, numbered(2))).toMatchObject({
      verdict: 'duplicate',
      forward: 'pending',
    })
    expect(await listed(direct, { forward: 'pending' })).toHaveLength(2)
    await inbox.close()
  })
})
