/** The roles of a profile, and what waits to be forwarded under one. */

import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Inbox, LeaseLost } from '#inbox/inbox.ts'
import { FakeClock } from '../support/clock.ts'
import { arrival, ended } from './arriving.ts'
import { describeEngines } from './engines.ts'
import { attempt, take, takeAll } from './keeping.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

/** That many deliveries, each of its own event and payment. */
const fill = (inbox: Inbox, count: number) =>
  takeAll(
    inbox,
    numbers(count).map(n => ({ delivery: `dlv_${n}`, eventId: `evt_${n}`, paymentId: `pay_${n}` })),
  )

/** Time passes for a lease that is renewed, a second at a time, for a few seconds. */
async function advancing(clock: FakeClock): Promise<'in vain'> {
  for (let second = 0; second < 5; second++) {
    clock.advance(1000)
    await setTimeout(50)
  }
  return 'in vain'
}

describeEngines(({ newPlace, open }) => {
  describe('a role taken alone', () => {
    it('is refused to others at once, in both modes, until it is released', async () => {
      const place = await newPlace()
      const [one, other] = [await place.open(), await place.open()]
      const lease = (await one.queue.lease('forwarding', 'alone'))!
      expect(lease.lost.aborted).toBe(false)
      expect(await other.queue.lease('forwarding', 'alone')).toBeNull()
      expect(await other.queue.lease('forwarding', 'shared')).toBeNull()
      await lease.release()
      const next = await other.queue.lease('forwarding', 'alone')
      expect(next).not.toBeNull()
      await next?.release()
    })

    it('is free when the inbox of its holder is closed', async () => {
      const place = await newPlace()
      const [one, other] = [await place.open(), await place.open()]
      await one.queue.lease('cursor', 'alone')
      expect(await other.queue.lease('cursor', 'alone')).toBeNull()
      await one.close()
      const lease = await other.queue.lease('cursor', 'alone')
      expect(lease).not.toBeNull()
      await lease?.release()
    })

    it('leaves the other role, and other profiles, to others', async () => {
      const place = await newPlace()
      const [one, other, third] = [await place.open(), await place.open(), await place.open({ profile: 'b' })]
      const holds = [
        await one.queue.lease('forwarding', 'alone'),
        await other.queue.lease('cursor', 'alone'),
        await third.queue.lease('forwarding', 'alone'),
      ]
      expect(holds).not.toContain(null)
      for (const lease of holds) await lease?.release()
    })
  })

  describe('the routes of those that forward', () => {
    it('are known to all as long as one forwards', async () => {
      const place = await newPlace()
      const [one, other] = [await place.open(), await place.open()]
      expect(await other.queue.routesInForce()).toBeNull()
      const first = (await one.queue.lease('forwarding', 'alone', ['a', 'b']))!
      await one.queue.lease('cursor', 'alone')
      expect(await other.queue.routesInForce()).toEqual(['a', 'b'])
      expect(await other.queue.lease('forwarding', 'alone', ['c'])).toBeNull()
      expect(await one.queue.routesInForce()).toEqual(['a', 'b'])
      await first.release()
      expect(await other.queue.routesInForce()).toBeNull()
      const second = (await other.queue.lease('forwarding', 'alone'))!
      expect(await one.queue.routesInForce()).toEqual([])
      await second.release()
    })

    it('must be the same for those that share the role', async () => {
      const place = await newPlace()
      const [one, other] = [await place.open(), await place.open()]
      const first = (await one.queue.lease('forwarding', 'shared', ['a']))!
      expect(await other.queue.lease('forwarding', 'shared', ['b'])).toBeNull()
      expect(await other.queue.lease('forwarding', 'shared')).toBeNull()
      const second = await other.queue.lease('forwarding', 'shared', ['a'])
      // With SQLite one process has it.
      expect(second !== null).toBe(one.isShared)
      await first.release()
      await second?.release()
    })
  })

  describe('who forwards', () => {
    it('hears that another process asks it to try now, also while nothing else happens', async () => {
      const place = await newPlace()
      const clock = new FakeClock()
      const [one, other] = [await place.open({ clock }), await place.open()]
      const lease = (await one.queue.lease('forwarding', 'alone', ['a']))!
      const before = lease.lastAsk
      const changed = Promise.withResolvers<void>()
      const watch = one.watch(() => {
        if (lease.lastAsk !== before) changed.resolve()
      })
      await other.queue.ask()
      await other.queue.ask()
      const hears = Promise.race([changed.promise, advancing(clock)])
      expect(await hears).toBeUndefined()
      expect(lease.lastAsk).not.toBe(before)
      watch.stop()
      await lease.release()
    })
  })

  describe('what is claimed', () => {
    it('is the first that is pending, whole', async () => {
      const inbox = await open()
      await take(inbox, { delivery: 'dlv_0', eventId: 'evt_0', forward: false })
      await fill(inbox, 2)
      const lease = (await inbox.queue.lease('forwarding', 'alone'))!
      const { headers, body } = arrival()
      expect(await inbox.queue.claim(lease, 1)).toMatchObject([
        { delivery: 'dlv_1', given: 'dlv_1', event: 'payment.created', headers, body, attempts: 0 },
      ])
      await lease.release()
    })

    it('comes in the order of arrival, each once it is done', async () => {
      const inbox = await open()
      await fill(inbox, 5)
      const lease = (await inbox.queue.lease('forwarding', 'alone'))!
      const order: string[] = []
      for (;;) {
        const [next] = await inbox.queue.claim(lease, 1)
        if (!next) break
        order.push(next.delivery)
        await inbox.writing.attempted(ended(next.id, 204))
      }
      expect(order).toEqual(numbers(5).map(n => `dlv_${n}`))
      expect(await inbox.queue.countPending()).toBe(0)
      await lease.release()
    })

    it('is not given twice, and given again after it was handed back', async () => {
      const inbox = await open()
      await fill(inbox, 1)
      const lease = (await inbox.queue.lease('forwarding', 'alone'))!
      const [first] = await inbox.queue.claim(lease, 1)
      expect(await inbox.queue.claim(lease, 1)).toEqual([])
      await attempt(inbox, 'dlv_1', 500)
      expect(await inbox.queue.claim(lease, 1)).toEqual([])
      await inbox.queue.unclaim(lease, [first!.id])
      expect(await inbox.queue.claim(lease, 1)).toMatchObject([{ delivery: 'dlv_1', attempts: 1 }])
      await lease.release()
    })

    it('is free for the next holder', async () => {
      const place = await newPlace()
      const [one, other] = [await place.open(), await place.open()]
      await fill(one, 2)
      const lease = (await one.queue.lease('forwarding', 'alone'))!
      expect(await one.queue.claim(lease, 1)).toMatchObject([{ delivery: 'dlv_1' }])
      await lease.release()
      const next = (await other.queue.lease('forwarding', 'alone'))!
      expect(await other.queue.claim(next, 1)).toMatchObject([{ delivery: 'dlv_1' }])
      await next.release()
    })

    it('is nothing without the role', async () => {
      const inbox = await open()
      await fill(inbox, 1)
      const lease = (await inbox.queue.lease('forwarding', 'alone'))!
      await lease.release()
      await expect(inbox.queue.claim(lease, 1)).rejects.toBeInstanceOf(LeaseLost)
    })

    it('can be recorded after the role was lost: it was sent', async () => {
      const inbox = await open()
      await fill(inbox, 1)
      const lease = (await inbox.queue.lease('forwarding', 'alone'))!
      const [first] = await inbox.queue.claim(lease, 1)
      await lease.release()
      await inbox.writing.attempted(ended(first!.id, 204))
      expect(await inbox.reading.find('dlv_1')).toMatchObject({ forward: 'done', attempts: 1 })
    })
  })

  describe('a change by another process', () => {
    it('is noticed, until the watch is stopped', async () => {
      const place = await newPlace()
      const [inbox, other] = [await place.open(), await place.open()]
      const changed = Promise.withResolvers<void>()
      const watch = inbox.watch(() => changed.resolve())
      await fill(other, 1)
      await changed.promise
      watch.stop()
    })
  })

  describe('the service', () => {
    it('can take a delivery, and says what waits', async () => {
      const inbox = await open({ stream: true })
      await inbox.writing.check()
      expect(await inbox.queue.stats()).toEqual({ pending: 0, parked: 0, oldestPending: null })
      const receivedAt = '2026-03-10T12:00:05.000Z'
      await take(inbox, { receivedAt })
      await take(inbox, { delivery: 'dlv_2', eventId: 'evt_2' })
      expect(await inbox.queue.stats()).toEqual({ pending: 2, parked: 0, oldestPending: receivedAt })
      expect(await inbox.reading.contents()).toMatchObject({ deliveries: 2, pending: 2, parked: 0, shown: 0 })
      expect((await inbox.reading.contents()).bytes).toBeGreaterThan(0)
      await inbox.writing.check()
    })

    it('that is closed can take none', async () => {
      const inbox = await open({ stream: true })
      await inbox.writing.ready
      await inbox.close()
      await expect(inbox.writing.check()).rejects.toThrow()
    })
  })
})
