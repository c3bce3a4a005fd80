/** The roles of a profile, and how processes hear of each other. */

import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { FakeClock } from '../support/clock.ts'
import { take } from './arriving.ts'
import { describeEngines } from './engines.ts'

/** Time passes for a lease that is renewed, a second at a time, for a few seconds. */
async function advancing(clock: FakeClock): Promise<void> {
  for (let second = 0; second < 5; second++) {
    clock.advance(1000)
    await setTimeout(50)
  }
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
      await Promise.all([changed.promise, advancing(clock)])
      expect(lease.lastAsk).not.toBe(before)
      watch.stop()
      await lease.release()
    })
  })

  describe('a change by another process', () => {
    it('is noticed, until the watch is stopped', async () => {
      const place = await newPlace()
      const [inbox, other] = [await place.open(), await place.open()]
      const changed = Promise.withResolvers<void>()
      const watch = inbox.watch(() => changed.resolve())
      await take(other)
      await changed.promise
      watch.stop()
    })
  })

  describe('readiness', () => {
    it('is there while something can be saved, and not when the inbox is closed', async () => {
      const inbox = await open()
      await inbox.writing.check()
      await take(inbox)
      await inbox.writing.check()
      await inbox.close()
      await expect(inbox.writing.check()).rejects.toThrow()
    })
  })
})
