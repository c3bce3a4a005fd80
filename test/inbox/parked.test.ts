/** Parked deliveries: what they count as, and how they become done or pending again. */

import { describe, expect, it } from 'vitest'
import type { Attempt, DeliveryFilter, Inbox } from '#inbox/inbox.ts'
import { arrival, ended } from './arriving.ts'
import { describeEngines } from './engines.ts'
import { all } from './keeping.ts'

/** Records an attempt to forward a delivery. */
async function attempt(inbox: Inbox, delivery: string, status: number, over: Partial<Attempt> = {}) {
  const { id } = (await inbox.reading.find(delivery))!
  await inbox.writing.attempted(ended(id, status, over))
}

const PARKS = { outcome: 'parked' } as const

async function chosen(inbox: Inbox, which: 'pending' | 'parked'): Promise<string[]> {
  return (await all(inbox.reading.toReplay({ which }, await inbox.reading.mark()))).flat()
}

async function statesIn(inbox: Inbox, filter: DeliveryFilter = {}): Promise<string[]> {
  const found: string[] = []
  for await (const slice of inbox.reading.deliveries({ limit: 100, ...filter })) {
    found.push(...slice.map(({ delivery, forward }) => `${delivery} ${forward}`))
  }
  return found
}

describeEngines(({ open }) => {
  /** An inbox with a delivery that is parked, dlv_1 of evt_1, and one that is pending, dlv_2. */
  async function withParked(): Promise<Inbox> {
    const inbox = await open()
    await inbox.writing.insert(arrival())
    await inbox.writing.insert(arrival({ delivery: 'dlv_2', eventId: 'evt_2', paymentId: 'pay_2' }))
    await attempt(inbox, 'dlv_1', 422, PARKS)
    return inbox
  }

  describe('a parked delivery', () => {
    it('is no longer pending, but counted and listed', async () => {
      const inbox = await withParked()
      expect(await inbox.queue.stats()).toMatchObject({ pending: 1, parked: 1 })
      expect(await inbox.queue.countPending()).toBe(1)
      const found = await inbox.reading.find('dlv_1')
      expect(found).toMatchObject({ forward: 'parked', attempts: 1, lastStatus: 422 })
      expect(await inbox.queue.pendingOf(['dlv_1', 'dlv_2'])).toEqual(new Set(['dlv_2']))
      expect(await statesIn(inbox)).toEqual(['dlv_2 pending', 'dlv_1 parked'])
      expect(await statesIn(inbox, { forward: 'parked' })).toEqual(['dlv_1 parked'])
      expect(await statesIn(inbox, { forward: 'pending' })).toEqual(['dlv_2 pending'])
    })

    it('is not claimed, and lets the next event of its payment pass', async () => {
      const inbox = await withParked()
      await inbox.writing.insert(arrival({ delivery: 'dlv_3', eventId: 'evt_3' }))
      const lease = await inbox.queue.lease('forwarding', 'shared')
      const claimed = await inbox.queue.claim(lease!, 10)
      expect(claimed.map(({ delivery }) => delivery)).toEqual(['dlv_2', 'dlv_3'])
    })

    it('counts as handled: a resend of its event is not forwarded', async () => {
      const inbox = await withParked()
      expect(await inbox.writing.insert(arrival())).toMatchObject({ verdict: 'duplicate', forward: 'parked' })
      const resent = await inbox.writing.insert(arrival({ delivery: 'dlv_3' }))
      expect(resent).toMatchObject({ verdict: 'duplicate', forward: 'none' })
      expect(await statesIn(inbox)).toEqual(['dlv_3 parked', 'dlv_2 pending', 'dlv_1 parked'])
      expect(await inbox.queue.countPending()).toBe(1)
    })

    it('becomes pending if its event is forwarded again on purpose', async () => {
      const inbox = await withParked()
      const again = await inbox.writing.insert(arrival({ againUpTo: await inbox.reading.mark() }))
      expect(again).toMatchObject({ forward: 'pending' })
      expect(await inbox.queue.stats()).toMatchObject({ pending: 2, parked: 0 })
      await attempt(inbox, 'dlv_1', 422, PARKS)
      expect(await inbox.queue.stats()).toMatchObject({ pending: 1, parked: 1 })
    })

    it('is chosen for a replay: a 2xx makes it done, anything else leaves it', async () => {
      const inbox = await withParked()
      expect(await chosen(inbox, 'parked')).toEqual(['dlv_1'])
      expect(await chosen(inbox, 'pending')).toEqual(['dlv_2'])
      await attempt(inbox, 'dlv_1', 500, { replay: true })
      expect(await inbox.reading.find('dlv_1')).toMatchObject({
        forward: 'parked',
        attempts: 2,
        lastStatus: 500,
      })
      await attempt(inbox, 'dlv_1', 204, { replay: true })
      expect(await inbox.reading.find('dlv_1')).toMatchObject({ forward: 'done' })
      expect(await inbox.queue.stats()).toMatchObject({ pending: 1, parked: 0 })
      expect(await chosen(inbox, 'parked')).toEqual([])
    })

    it('is done with its event, whichever delivery of it gets the 2xx', async () => {
      const inbox = await withParked()
      await inbox.writing.insert(arrival({ delivery: 'dlv_3' }))
      await attempt(inbox, 'dlv_3', 204, { replay: true })
      expect(await inbox.reading.find('dlv_1')).toMatchObject({ forward: 'done' })
      expect(await inbox.queue.stats()).toMatchObject({ parked: 0 })
    })

    it('is not made of one that is done already', async () => {
      const inbox = await withParked()
      await attempt(inbox, 'dlv_2', 204)
      await attempt(inbox, 'dlv_2', 422, PARKS)
      expect(await inbox.reading.find('dlv_2')).toMatchObject({ forward: 'done' })
      expect(await inbox.queue.stats()).toMatchObject({ parked: 1 })
    })
  })
})
