/** What several processes claim of one queue. */

import { expect, it } from 'vitest'
import type { Arrival, Delivery, Inbox, Lease } from '#inbox/inbox.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { arrival, ended } from '../arriving.ts'
import { newInbox, openOn } from './opening.ts'

/** `a1` is the first event of the payment a; without a letter, an event has no payment. */
const named = (name: string): Arrival =>
  arrival({
    delivery: `dlv_${name}`,
    eventId: `evt_${name}`,
    paymentId: /^[a-z]/.test(name) ? `pay_${name[0]}` : null,
  })

async function queued(...names: string[]): Promise<[Inbox, Inbox]> {
  const place = await newInbox()
  const [one, other] = [await openOn(place), await openOn(place)]
  for (const name of names) await one.writing.insert(named(name))
  return [one, other]
}

const shared = async (inbox: Inbox): Promise<Lease> => (await inbox.queue.lease('forwarding', 'shared'))!

const namesOf = (deliveries: readonly Delivery[]) => deliveries.map(({ delivery }) => delivery.slice(4))

async function finish(inbox: Inbox, deliveries: readonly Delivery[]): Promise<void> {
  await Promise.all(deliveries.map(({ id }) => inbox.writing.attempted(ended(id, 200))))
}

describeOnPostgres('claims in a shared inbox', () => {
  it('are the first event of each payment, and the next when it is done', async () => {
    const [one, other] = await queued('a1', 'a2', '1', 'b1', '2', 'a3')
    const [mine, theirs] = [await shared(one), await shared(other)]
    const first = await one.queue.claim(mine, 2)
    expect(namesOf(first)).toEqual(['a1', '1'])
    expect(namesOf(await other.queue.claim(theirs, 10))).toEqual(['b1', '2'])
    expect(await one.queue.claim(mine, 10)).toEqual([])
    await finish(one, first)
    const second = await other.queue.claim(theirs, 10)
    expect(namesOf(second)).toEqual(['a2'])
    await one.writing.attempted(ended(second[0]!.id, 500))
    expect(await one.queue.claim(mine, 10)).toEqual([])
    await one.writing.attempted(ended(second[0]!.id, 500, { outcome: 'parked' }))
    expect(namesOf(await one.queue.claim(mine, 10))).toEqual(['a3'])
  })

  it('count an attempt once that is recorded again because the answer of its commit was lost', async () => {
    const [one] = await queued('a1')
    const [delivery] = await one.queue.claim(await shared(one), 1)
    const attempt = ended(delivery!.id, 500)
    await one.writing.attempted(attempt)
    await one.writing.attempted(attempt)
    expect(await one.reading.find('dlv_a1')).toMatchObject({ forward: 'pending', attempts: 1 })
  })

  it('are the first ones of all under a hold alone', async () => {
    const [one] = await queued('a1', 'a2', 'b1', 'a3')
    const lease = (await one.queue.lease('forwarding', 'alone'))!
    const first = await one.queue.claim(lease, 2)
    expect(namesOf(first)).toEqual(['a1', 'a2'])
    expect(first[0]).toMatchObject({
      forward: 'pending',
      attempts: 0,
      lastStatus: null,
      body: Buffer.from('{}'),
    })
    expect(namesOf(await one.queue.claim(lease, 10))).toEqual(['b1', 'a3'])
    await one.queue.unclaim(lease, [first[1]!.id])
    expect(namesOf(await one.queue.claim(lease, 10))).toEqual(['a2'])
  })

  it('end with the hold', async () => {
    const [one, other] = await queued('a1', 'a2', 'b1')
    const mine = await shared(one)
    await one.queue.claim(mine, 10)
    const theirs = await shared(other)
    expect(await other.queue.claim(theirs, 10)).toEqual([])
    await mine.release()
    expect(namesOf(await other.queue.claim(theirs, 10))).toEqual(['a1', 'b1'])
  })

  it('are each made once, and keep the order of each payment, when several claim as fast as they can', async () => {
    const place = await newInbox()
    const inboxes = await Promise.all(Array.from({ length: 4 }, () => openOn(place)))
    const payments = Array.from('abcdefghijklmnopqrst')
    for (const step of [1, 2, 3]) {
      await Promise.all(
        payments.map((name, index) => inboxes[index % 4]!.writing.insert(named(`${name}${step}`))),
      )
    }
    const sent: string[] = []
    await Promise.all(
      inboxes.map(async inbox => {
        const lease = await shared(inbox)
        while ((await inbox.queue.countPending()) > 0) {
          const claimed = await inbox.queue.claim(lease, 3)
          sent.push(...namesOf(claimed))
          await finish(inbox, claimed)
        }
      }),
    )
    expect(sent).toHaveLength(60)
    for (const name of payments) {
      expect(sent.filter(each => each.startsWith(name))).toEqual([`${name}1`, `${name}2`, `${name}3`])
    }
  })

  it('wake another process', async () => {
    const [one, other] = await queued('a1')
    let calls = 0
    const watching = other.watch(() => calls++)
    await expect.poll(() => calls).toBeGreaterThan(0)
    const before = calls
    await one.writing.insert(named('b1'))
    await expect.poll(() => calls).toBeGreaterThan(before)
    watching.stop()
  })
})
