/** What is dropped of an inbox, and what never is, in both engines. */

import { expect, it } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { pruneLimit } from '#inbox/prune-limit.ts'
import { ago, DAY, deliver, engines, HOUR, kept, NOW, prune, take } from './pruning.ts'
import { approval, approvals, group, progress, STREAM, shownBefore } from './showing.ts'

const PENDING = { forward: true }

async function fromTail(inbox: Inbox, agoMs: number, ids: string[], over = {}): Promise<void> {
  const lease = await inbox.queue.lease('cursor', 'alone')
  await inbox.writing.progress(
    progress({ at: ago(agoMs), shown: ids.length ? [group(...ids)] : [], ...over }),
    lease!,
  )
  await lease!.release()
}

for (const [engine, describeEngine, open] of engines) {
  describeEngine(`prune, in ${engine}`, () => {
    it('drops deliveries that are done or were never to be forwarded, with their attempts', async () => {
      const inbox = await open()
      await take(inbox, 'watched', 10 * DAY)
      await deliver(inbox, await take(inbox, 'done', 9 * DAY, PENDING), 'done')
      await take(inbox, null, 8 * DAY)
      await take(inbox, 'young', 6 * DAY)
      await take(inbox, 'newest', HOUR)
      expect(await prune(inbox, 7 * DAY)).toEqual({ deliveries: 3, shown: 0 })
      expect(await kept(inbox)).toEqual(['young', 'newest'])
      expect(await inbox.reading.contents()).toMatchObject({ deliveries: 2, oldest: ago(6 * DAY) })
      expect(await prune(inbox, 7 * DAY)).toEqual({ deliveries: 0, shown: 0 })
    })

    it('keeps what is pending or parked', async () => {
      const inbox = await open()
      await take(inbox, 'pending', 10 * DAY, PENDING)
      await deliver(inbox, await take(inbox, 'refused', 10 * DAY, PENDING), 'failed')
      await take(inbox, 'newest', 0)
      expect(await prune(inbox, 2 * DAY)).toMatchObject({ deliveries: 0 })
      expect(await inbox.queue.countPending()).toBe(2)
    })

    it('never drops what is younger than two days', async () => {
      const inbox = await open()
      await take(inbox, 'old', 2 * DAY + 1000)
      await take(inbox, 'young', 2 * DAY - 1000)
      await take(inbox, 'newest', 0)
      await prune(inbox, 0)
      expect(await kept(inbox)).toEqual(['young', 'newest'])
    })

    it('keeps an old delivery while its event arrives again, so that it is not forwarded again', async () => {
      const inbox = await open()
      await deliver(inbox, await take(inbox, 'evt', 20 * DAY, PENDING), 'done')
      expect(await take(inbox, 'evt', DAY, PENDING)).toMatchObject({ verdict: 'duplicate', forward: 'none' })
      await take(inbox, 'newest', 0)
      await prune(inbox, 7 * DAY)
      expect(await kept(inbox)).toEqual(['evt', 'evt', 'newest'])
      expect(await take(inbox, 'evt', 0, PENDING)).toMatchObject({ verdict: 'duplicate', forward: 'none' })
    })

    it('keeps a done delivery while another one of its event is pending', async () => {
      const inbox = await open()
      const mark = await inbox.reading.mark()
      await deliver(inbox, await take(inbox, 'evt', 20 * DAY, PENDING), 'done')
      const again = {
        ...PENDING,
        channel: 'realtime',
        againUpTo: (await inbox.reading.mark()) + mark,
      } as const
      expect(await take(inbox, 'evt', 19 * DAY, again)).toMatchObject({ forward: 'pending' })
      await take(inbox, 'newest', 0)
      expect(await prune(inbox, 7 * DAY)).toMatchObject({ deliveries: 0 })
    })

    it('drops all deliveries of an event together', async () => {
      const inbox = await open()
      await deliver(inbox, await take(inbox, 'evt', 20 * DAY, PENDING), 'done')
      for (let count = 0; count < 600; count++) await take(inbox, `other_${count}`, 19 * DAY)
      await take(inbox, 'evt', 18 * DAY)
      await take(inbox, 'newest', 0)
      const first = await inbox.prune(NOW - 7 * DAY).next()
      expect(first.done).toBe(false)
      const left = await kept(inbox)
      // However far it came: the event is known by both, or it is new.
      expect(left.filter(each => each === 'evt').length).not.toBe(1)
      expect(await prune(inbox, 7 * DAY)).toMatchObject({ shown: 0 })
      expect(await kept(inbox)).toEqual(['newest'])
    })

    it('drops what a tail has shown, and which approvals it brought', async () => {
      const inbox = await open()
      const old = { approvals: [approval({ eventId: 'evt_old' })] }
      await fromTail(inbox, 10 * DAY, ['evt_old', 'evt_old_too'], old)
      await fromTail(inbox, DAY, ['evt_young'], { approvals: [approval({ eventId: 'evt_young' })] })
      expect(await prune(inbox, 7 * DAY)).toEqual({ deliveries: 0, shown: 2 })
      const ids = ['evt_old', 'evt_old_too', 'evt_young']
      expect(await shownBefore(inbox, ids)).toEqual(new Set(['evt_young']))
      const eventIds: unknown[] = []
      for await (const { eventId } of inbox.reading.approvals()) eventIds.push(eventId)
      expect(eventIds).toEqual(['evt_young'])
      expect((await inbox.reading.contents()).shown).toBe(1)
    })

    it('finds an approval that came after all before it were dropped', async () => {
      const inbox = await open()
      const deposit = (eventId: string, paymentId: string) =>
        approvals({ event: 'deposit.approved', eventId, paymentId, source: 'api' })
      await fromTail(inbox, 10 * DAY, [], { approvals: deposit('evt_old', 'pay_old') })
      await prune(inbox, 7 * DAY)
      await fromTail(inbox, 0, [], { approvals: deposit('evt_new', 'pay_new') })
      const found = await inbox.reading.findOtherApproval({ event: 'payment.approved', paymentId: 'pay_new' })
      expect(found).toMatchObject({ eventId: 'evt_new' })
    })

    it('keeps what a saved cursor may bring again', async () => {
      const inbox = await open()
      await take(inbox, 'before', 40 * DAY)
      await fromTail(inbox, 31 * DAY, ['evt_1'], { cursors: { watched: '5', processed: '5' } })
      await take(inbox, 'after', 29 * DAY)
      await fromTail(inbox, 28 * DAY, ['evt_2'], { cursors: { watched: '7' } })
      await fromTail(inbox, DAY, ['evt_3'], { cursors: { watched: '9' } })
      expect(await inbox.shown.oldestCursor()).toEqual({
        stream: STREAM,
        kind: 'processed',
        reachedAt: ago(31 * DAY),
      })
      expect(await prune(inbox, 7 * DAY)).toEqual({ deliveries: 1, shown: 0 })
      await fromTail(inbox, HOUR, [], { cursors: { processed: '9' } })
      await take(inbox, 'newest', 0)
      expect(await prune(inbox, 7 * DAY)).toEqual({ deliveries: 1, shown: 2 })
    })

    it('keeps what a tail that catches up has still to read, although its cursor was saved just now', async () => {
      const inbox = await open()
      await deliver(inbox, await take(inbox, 'evt_1', 5 * DAY, PENDING), 'done')
      await take(inbox, 'newest', 0.1 * DAY)
      await fromTail(inbox, 0, [], {
        cursors: { watched: '9', processed: '3' },
        reached: { watched: ago(0), processed: ago(5 * DAY) },
      })
      expect(await inbox.shown.reachedAt(STREAM, 'watched')).toBe(ago(0))
      expect(await inbox.shown.oldestCursor()).toEqual({
        stream: STREAM,
        kind: 'processed',
        reachedAt: ago(5 * DAY),
      })
      const limit = pruneLimit(NOW - 2 * DAY, NOW, await inbox.shown.oldestCursor())
      expect(await prune(inbox, NOW - limit)).toEqual({ deliveries: 0, shown: 0 })
      const again = await take(inbox, 'evt_1', 0, { ...PENDING, channel: 'realtime' })
      expect(again).toMatchObject({ forward: 'none' })
    })

    it('says from when on it has everything, also while something older is pending', async () => {
      const inbox = await open()
      await take(inbox, 'pending', 20 * DAY, PENDING)
      await take(inbox, 'dropped', 10 * DAY, { event: 'payment.approved' })
      await take(inbox, 'newest', 0)
      expect(await inbox.reading.firstArrival()).toBe(ago(20 * DAY))
      await prune(inbox, 7 * DAY)
      // The service's clock may differ by five minutes.
      expect(await inbox.reading.firstArrival()).toBe(ago(7 * DAY - 5 * 60_000))
      await prune(inbox, 9 * DAY)
      expect(await inbox.reading.firstArrival()).toBe(ago(7 * DAY - 5 * 60_000))
    })

    it('never uses a number in the order of arrival again', async () => {
      const inbox = await open()
      for (const event of ['a', 'b', 'c']) await take(inbox, event, 20 * DAY)
      const mark = await inbox.reading.mark()
      await prune(inbox, 2 * DAY)
      await take(inbox, 'd', 0)
      expect(await inbox.reading.mark()).toBeGreaterThan(mark)
    })
  })
}
