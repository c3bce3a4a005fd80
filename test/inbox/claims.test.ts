/** What is sent next. */

import { describe, expect, it } from 'vitest'
import { type Arrival, type Claimable, type Inbox, type Lease, LeaseLost } from '#inbox/inbox.ts'
import { arrival, attempt, numbered, take, takeAll, takeMany } from './arriving.ts'
import { describeEngines } from './engines.ts'

const of = (payment: string | null, n: number, type = 'payment.created'): Partial<Arrival> => ({
  delivery: `dlv_${n}`,
  eventId: `evt_${n}`,
  paymentId: payment,
  type,
})

async function forwarding(inbox: Inbox): Promise<Lease> {
  return (await inbox.queue.lease('forwarding', 'alone'))!
}

async function claimed(inbox: Inbox, lease: Lease, most = 10, claimable?: Claimable): Promise<string[]> {
  return (await inbox.queue.claim(lease, most, claimable)).map(({ delivery }) => delivery)
}

const APPROVED = { of: ['payment.approved'], except: [] }
const resting = (...types: Claimable['resting']): Claimable => ({ resting: types, nowhere: null })

describeEngines(({ open, newPlace }) => {
  describe('a claim', () => {
    it('is of the oldest pending events, whole, at most so many', async () => {
      const inbox = await open()
      await take(inbox, { ...of(null, 0), forward: false })
      await takeMany(inbox, 3)
      const lease = await forwarding(inbox)
      const { headers, body, type } = arrival()
      expect(await inbox.queue.claim(lease, 2)).toMatchObject([
        { delivery: 'dlv_1', type, headers, body, attemptCount: 0, forward: 'pending' },
        { delivery: 'dlv_2' },
      ])
    })

    it('is of one event a payment, the oldest; those without a payment wait for none', async () => {
      const inbox = await open()
      await takeAll(inbox, [of('a', 1), of('a', 2), of('b', 3), of(null, 4), of('b', 5), of(null, 6)])
      const lease = await forwarding(inbox)
      expect(await claimed(inbox, lease)).toEqual(['dlv_1', 'dlv_3', 'dlv_4', 'dlv_6'])
      expect(await claimed(inbox, lease)).toEqual([])
    })

    it('of the next event of a payment comes when the one before is done or parked', async () => {
      const inbox = await open()
      const [first] = await takeAll(inbox, [of('a', 1), of('a', 2), of('a', 3)])
      const lease = await forwarding(inbox)
      expect(await claimed(inbox, lease)).toEqual(['dlv_1'])
      await attempt(inbox, first!.id, 500)
      expect(await claimed(inbox, lease)).toEqual([])
      await attempt(inbox, first!.id, 204)
      const [second] = await inbox.queue.claim(lease, 10)
      expect(second).toMatchObject({ delivery: 'dlv_2' })
      await attempt(inbox, second!.id, 400, { outcome: 'parked' })
      expect(await claimed(inbox, lease)).toEqual(['dlv_3'])
    })

    it('is given again when it was given back, with its attempts', async () => {
      const inbox = await open()
      const { id } = await take(inbox)
      const lease = await forwarding(inbox)
      await inbox.queue.claim(lease, 1)
      await attempt(inbox, id, 500)
      await inbox.queue.unclaim(lease, [id])
      expect(await inbox.queue.claim(lease, 1)).toMatchObject([{ delivery: 'dlv_1', attemptCount: 1 }])
    })

    it('waits while a later event of the payment is sent, if an earlier one is pending again', async () => {
      const inbox = await open()
      const [first, second] = await takeAll(inbox, [of('a', 1), of('a', 2)])
      await attempt(inbox, first!.id, 204)
      const lease = await forwarding(inbox)
      expect(await claimed(inbox, lease)).toEqual(['dlv_2'])
      await take(inbox, { ...of('a', 1), againAfter: await inbox.reading.attemptMark() })
      expect(await claimed(inbox, lease)).toEqual([])
      await attempt(inbox, second!.id, 204)
      expect(await claimed(inbox, lease)).toEqual(['dlv_1'])
    })

    it('leaves out the types whose target rests; later events of their payments wait', async () => {
      const inbox = await open()
      await takeAll(inbox, [
        of('a', 1, 'payment.approved'),
        of('a', 2, 'payment.failed'),
        of('b', 3, 'payment.failed'),
        of('c', 4, 'deposit.approved'),
      ])
      const lease = await forwarding(inbox)
      expect(await claimed(inbox, lease, 10, resting(APPROVED))).toEqual(['dlv_3', 'dlv_4'])
      expect(await claimed(inbox, lease)).toEqual(['dlv_1'])
    })

    it.each<[string, Claimable, string[]]>([
      ['a family', resting({ of: ['payment.*'], except: [] }), ['dlv_3']],
      [
        'a family without one type',
        resting({ of: ['payment.*'], except: ['payment.approved'] }),
        ['dlv_1', 'dlv_3'],
      ],
      ['all but one type', resting({ of: ['*'], except: ['payment.failed'] }), ['dlv_2']],
      ['two targets', resting(APPROVED, { of: ['deposit.approved'], except: [] }), ['dlv_2']],
    ])('reads patterns of types: %s', async (_name, claimable, found) => {
      const inbox = await open()
      await takeAll(inbox, [
        of(null, 1, 'payment.approved'),
        of(null, 2, 'payment.failed'),
        of(null, 3, 'deposit.approved'),
      ])
      expect(await claimed(inbox, await forwarding(inbox), 10, claimable)).toEqual(found)
    })

    it('leaves out what goes nowhere, for which nothing waits', async () => {
      const inbox = await open()
      await takeAll(inbox, [of('a', 1, 'payment.created'), of('a', 2, 'payment.approved')])
      const nowhere = { of: ['*'], except: ['payment.approved'] }
      const lease = await forwarding(inbox)
      expect(await claimed(inbox, lease, 10, { resting: [], nowhere })).toEqual(['dlv_2'])
    })

    it('is nothing without the role, and free for the next holder', async () => {
      const place = await newPlace()
      const [one, other] = [await place.open(), await place.open()]
      await take(one)
      const lease = await forwarding(one)
      expect(await claimed(one, lease)).toEqual(['dlv_1'])
      await lease.release()
      await expect(one.queue.claim(lease, 1)).rejects.toBeInstanceOf(LeaseLost)
      const next = await forwarding(other)
      expect(await claimed(other, next)).toEqual(['dlv_1'])
    })

    it('can be recorded after the role was lost: it was sent', async () => {
      const inbox = await open()
      const { id } = await take(inbox)
      const lease = await forwarding(inbox)
      await inbox.queue.claim(lease, 1)
      await lease.release()
      await attempt(inbox, id, 204)
      expect(await inbox.reading.find(id)).toMatchObject({ forward: 'done', attemptCount: 1 })
    })
  })

  it('counts what waits, by type and up to a mark', async () => {
    const inbox = await open()
    const none = { pending: 0, parked: 0, oldestPending: null }
    expect(await inbox.queue.stats()).toEqual(none)
    const receivedAt = '2026-03-10T12:00:05.000Z'
    await take(inbox, { receivedAt })
    await take(inbox, numbered(2, { type: 'payment.approved' }))
    const mark = await inbox.reading.mark()
    await take(inbox, numbered(3, { type: 'payment.approved' }))
    const { id } = await take(inbox, numbered(4))
    await attempt(inbox, id, 400, { outcome: 'parked' })
    expect(await inbox.queue.stats()).toEqual({ pending: 3, parked: 1, oldestPending: receivedAt })
    const types = async (mark?: number) => Object.fromEntries(await inbox.queue.pendingTypes(mark))
    expect(await types()).toEqual({ 'payment.created': 1, 'payment.approved': 2 })
    expect(await types(mark)).toEqual({ 'payment.created': 1, 'payment.approved': 1 })
  })
})
