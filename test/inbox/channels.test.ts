/** The inbox between its two channels: what one of them has shown or forwarded, the other knows. */

import { describe, expect, it } from 'vitest'
import type { Arrival, InsertResult } from '#inbox/inbox.ts'
import { arrival, TAIL } from './arriving.ts'
import { approval, approvals, group } from './showing.ts'

/** Everything up to here is to be forwarded again. */
const AGAIN = { ...TAIL, againUpTo: Number.MAX_SAFE_INTEGER }

import { describeEngines } from './engines.ts'
import { addApprovals, attempt, isPending, keep, nextPending, show, take } from './keeping.ts'

describeEngines(({ open }) => {
  describe('what is to be forwarded again', () => {
    interface Case {
      is: string
      before: (Partial<Arrival> & { answered?: number })[]
      comes?: Partial<Arrival>
      taken: Partial<InsertResult>
    }
    const CASES: Case[] = [
      { is: 'a new one', before: [], taken: { verdict: 'accepted', forward: 'pending' } },
      {
        is: 'one that was forwarded',
        before: [{ ...TAIL, answered: 200 }],
        taken: { verdict: 'duplicate', forward: 'pending', altered: false },
      },
      {
        is: 'one that was only watched',
        before: [{ ...TAIL, forward: false }],
        taken: { verdict: 'duplicate', forward: 'pending' },
      },
      { is: 'one that is pending', before: [TAIL], taken: { verdict: 'duplicate', forward: 'pending' } },
      {
        is: 'a new delivery of what was forwarded',
        before: [{ answered: 200 }],
        taken: { verdict: 'accepted', forward: 'pending' },
      },
      {
        is: 'a new delivery of what this channel has forwarded',
        before: [{ ...TAIL, delivery: 'rt_0', answered: 200 }],
        taken: { verdict: 'duplicate', forward: 'pending' },
      },
      {
        is: 'a new delivery of what is pending',
        before: [{}],
        taken: { verdict: 'accepted', forward: 'pending' },
      },
      {
        is: 'a known delivery with other bytes',
        before: [{ ...TAIL, answered: 200 }],
        comes: { body: Buffer.from('{ }') },
        taken: { verdict: 'duplicate', forward: 'pending', altered: true },
      },
      {
        is: 'a known delivery with other bytes, again',
        before: [
          { ...TAIL, answered: 200 },
          { ...TAIL, body: Buffer.from('{ }') },
        ],
        comes: { body: Buffer.from('{ }') },
        taken: { verdict: 'duplicate', forward: 'pending', altered: true },
      },
      {
        is: 'one that is watched this time',
        before: [],
        comes: { forward: false },
        taken: { verdict: 'accepted', forward: 'none' },
      },
    ]

    it.each(CASES)('is $is', async ({ before, comes, taken }) => {
      const inbox = await open()
      for (const { answered, ...over } of before) {
        await take(inbox, over)
        if (answered) await attempt(inbox, arrival(over).delivery, answered)
      }
      const result = await take(inbox, { ...AGAIN, ...comes })
      expect(result).toMatchObject(taken)
      expect(await inbox.reading.find(result.keptAs)).toMatchObject({
        forward: taken.forward,
        channel: 'realtime',
      })
    })

    it('leaves the delivery beside which it is kept as it was', async () => {
      const inbox = await open()
      await take(inbox, TAIL)
      await attempt(inbox, 'rt_1', 200)
      const { keptAs } = await take(inbox, { ...AGAIN, body: Buffer.from('{ }') })
      expect(keptAs).toMatch(/^rt_1~/)
      expect(await inbox.reading.find('rt_1')).toMatchObject({ forward: 'done', body: Buffer.from('{}') })
    })

    it('is done with once it has its 2xx, and keeps its count of attempts', async () => {
      const inbox = await open()
      await take(inbox, TAIL)
      await attempt(inbox, 'rt_1', 200)
      await take(inbox, AGAIN)
      expect(await nextPending(inbox)).toMatchObject({ delivery: 'rt_1', attempts: 1 })
      await attempt(inbox, 'rt_1', 200)
      expect(await inbox.reading.find('rt_1')).toMatchObject({ forward: 'done', attempts: 2 })
      expect(await inbox.queue.countPending()).toBe(0)
    })
  })

  describe('a delivery', () => {
    it('is pending until its own 2xx', async () => {
      const inbox = await open()
      expect(await isPending(inbox, 'dlv_1')).toBe(false)
      await take(inbox)
      expect(await isPending(inbox, 'dlv_1')).toBe(true)
      await attempt(inbox, 'dlv_1', 500)
      expect(await isPending(inbox, 'dlv_1')).toBe(true)
      await attempt(inbox, 'dlv_1', 200)
      expect(await isPending(inbox, 'dlv_1')).toBe(false)
    })

    it('is pending while another delivery of its event is, over any channel', async () => {
      const inbox = await open()
      await take(inbox)
      expect((await take(inbox, TAIL)).forward).toBe('none')
      expect(await isPending(inbox, 'rt_1')).toBe(true)
      await attempt(inbox, 'dlv_1', 200)
      expect(await isPending(inbox, 'rt_1')).toBe(false)
    })

    it('is not pending with another event, nor with another one without an id', async () => {
      const inbox = await open()
      await take(inbox, { eventId: 'evt_2' })
      await take(inbox, { delivery: 'dlv_2', eventId: null })
      await take(inbox, { ...TAIL, forward: false })
      await take(inbox, { ...TAIL, delivery: 'rt_2', eventId: null, forward: false })
      const asked = ['dlv_1', 'rt_1', 'dlv_2', 'rt_2', 'dlv_3']
      expect(await inbox.queue.pendingOf(asked)).toEqual(new Set(['dlv_1', 'dlv_2']))
    })
  })

  describe('what the realtime channel has shown', () => {
    it('is accepted and forwarded, whichever channel brings it then', async () => {
      const inbox = await open()
      await show(inbox, 'evt_1', 'evt_2')
      expect(await take(inbox)).toMatchObject({ verdict: 'accepted', forward: 'pending' })
      expect(await take(inbox, { ...TAIL, eventId: 'evt_2' })).toMatchObject({
        verdict: 'accepted',
        forward: 'pending',
      })
    })

    it('counts for the time when the first event came', async () => {
      const inbox = await open()
      await keep(inbox, { at: '2026-03-10T12:00:02.000Z', cursors: { watched: '1' } })
      expect(await inbox.reading.firstArrival()).toBeNull()
      await take(inbox, { receivedAt: '2026-03-10T12:00:03.000Z' })
      expect(await inbox.reading.firstArrival()).toBe('2026-03-10T12:00:03.000Z')
      await keep(inbox, { at: '2026-03-10T12:00:01.000Z', shown: [group('evt_2')] })
      expect(await inbox.reading.firstArrival()).toBe('2026-03-10T12:00:01.000Z')
    })

    it('counts also if it is only an approval that was not shown', async () => {
      const inbox = await open()
      await keep(inbox, { at: '2026-03-10T12:00:02.000Z', approvals: approvals({}) })
      expect(await inbox.reading.firstArrival()).toBe('2026-03-10T12:00:02.000Z')
      await keep(inbox, { at: '2026-03-10T12:00:03.000Z', approvals: approvals({}), shown: [group('evt_2')] })
      expect(await inbox.reading.firstArrival()).toBe('2026-03-10T12:00:02.000Z')
    })
  })

  describe('two events that approve the same charge, over two channels,', () => {
    const PAYMENT = { event: 'payment.approved', eventId: 'evt_p' }
    const DEPOSIT = { event: 'deposit.approved', eventId: 'evt_d' }

    it.each([
      ['the deposit by webhook', PAYMENT, DEPOSIT],
      ['the payment by webhook', DEPOSIT, PAYMENT],
    ])('are found: %s', async (_name, first, second) => {
      const inbox = await open()
      await addApprovals(inbox, approval(first))
      expect((await take(inbox, second)).otherApproval).toEqual(first)
      expect(
        (await take(inbox, { ...second, delivery: 'dlv_2', paymentId: 'pay_2' })).otherApproval,
      ).toBeNull()
      expect(await inbox.reading.findOtherApproval({ event: first.event, paymentId: 'pay_1' })).toEqual(
        second,
      )
    })

    it('are found by the saved one, if the other was only shown', async () => {
      const inbox = await open()
      await addApprovals(inbox, approval({ event: 'deposit.approved', eventId: 'evt_brought' }))
      await take(inbox, DEPOSIT)
      expect(
        await inbox.reading.findOtherApproval({ event: 'payment.approved', paymentId: 'pay_1' }),
      ).toEqual(DEPOSIT)
    })

    it('are found while keeping only by webhook: a tail looks for them when it shows', async () => {
      const inbox = await open()
      await addApprovals(inbox, approval(PAYMENT))
      expect((await take(inbox, { ...DEPOSIT, ...TAIL })).otherApproval).toBeNull()
      expect((await take(inbox, { ...DEPOSIT, delivery: 'dlv_2' })).otherApproval).toEqual(PAYMENT)
    })

    it.each([
      ['approves nothing', { event: 'payment.created', paymentId: 'pay_1' }],
      ['names no charge', { event: 'payment.approved', paymentId: null }],
    ])('are none if the event %s', async (_name, event) => {
      const inbox = await open()
      for (const type of ['payment.approved', 'deposit.approved']) {
        await addApprovals(inbox, approval({ event: type }))
      }
      expect(await inbox.reading.findOtherApproval(event)).toBeNull()
    })
  })
})
