/** What several processes claim at the same time. The rules of a claim are in ../claims.test.ts. */

import { expect, it } from 'vitest'
import type { Inbox, Lease, LogEvent } from '#inbox/inbox.ts'
import { describeOnPostgres, sharedPostgres } from '../../support/postgres.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { arrival, ended } from '../arriving.ts'
import { openPostgres } from './connecting/opening.ts'
import { connection, inboxOn, newInbox, openOn } from './opening.ts'

const shared = async (inbox: Inbox): Promise<Lease> => (await inbox.queue.lease('forwarding', 'shared'))!

/** `a1` is the first event of the payment a. */
const named = (name: string) =>
  arrival({ delivery: `dlv_${name}`, eventId: `evt_${name}`, paymentId: `pay_${name[0]}` })

const namesOf = (events: readonly LogEvent[]) => events.map(({ delivery }) => delivery.slice(4))

async function finish(inbox: Inbox, events: readonly LogEvent[]): Promise<void> {
  await Promise.all(events.map(({ id }) => inbox.writing.attempted(ended(id, 200))))
}

describeOnPostgres('claims of several processes', () => {
  it('are each made once, and keep the order of each payment, though all that is claimed arrives again', async () => {
    const place = await newInbox()
    const inboxes = await Promise.all(Array.from({ length: 4 }, () => openOn(place)))
    const names = [1, 2, 3].flatMap(step => Array.from('abcdefghijklmnopqrst', name => `${name}${step}`))
    for (const name of names) await inboxes[0]!.writing.insert(named(name))
    const sent: string[] = []
    await Promise.all(
      inboxes.map(async inbox => {
        const lease = await shared(inbox)
        while ((await inbox.queue.stats()).pending > 0) {
          const copies = names.map(name => inbox.writing.insert(named(name)))
          const claimed = await inbox.queue.claim(lease, 3)
          sent.push(...namesOf(claimed))
          await finish(inbox, claimed)
          await Promise.all(copies)
        }
      }),
    )
    expect(sent).toHaveLength(60)
    for (const payment of 'abcdefghijklmnopqrst') {
      expect(sent.filter(name => name.startsWith(payment))).toEqual(
        [1, 2, 3].map(step => `${payment}${step}`),
      )
    }
  })

  it('wait for a copy that is counted now, and pass over nothing for it', async () => {
    const place = await newInbox()
    const [one, other] = [await openOn(place), await openOn(place)]
    const { id } = await one.writing.insert(named('a1'))
    await one.writing.insert(named('a2'))
    const counting = await connection()
    await counting.query('BEGIN')
    await counting.query('UPDATE pixctl.log_events SET arrival_count = 2 WHERE id = $1', [id])
    const leases = [await shared(one), await shared(other)] as const
    const claims = [one.queue.claim(leases[0], 10), other.queue.claim(leases[1], 10)]
    const waiting = async () => (await counting.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount
    await expect.poll(waiting).toBe(2)
    await counting.query('COMMIT')
    expect((await Promise.all(claims)).flatMap(namesOf)).toEqual(['a1'])
  })

  it('whose answer was lost are made again', async () => {
    const place = await newInbox()
    const server = await sharedPostgres()
    const proxy = await startTcpProxy(server.port)
    const url = place.url.replace(`:${server.port}/`, `:${proxy.port}/`)
    const inbox = inboxOn(await openPostgres(url, { timeoutMs: 30_000 }), place.profile)
    const { id } = await inbox.writing.insert(arrival())
    const lease = await shared(inbox)
    proxy.swallowAnswers()
    const claimed = inbox.queue.claim(lease, 1)
    const direct = await connection()
    const isClaimed = 'SELECT FROM pixctl.log_events WHERE id = $1 AND claim IS NOT NULL'
    const claims = async () => (await direct.query(isClaimed, [id])).rowCount
    await expect.poll(claims).toBe(1)
    proxy.cut()
    proxy.pass()
    expect(await claimed).toHaveLength(1)
    expect(await inbox.queue.claim(lease, 1)).toEqual([])
  })
})
