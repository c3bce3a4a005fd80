/** What an inbox lists: deliveries, newest first, and approvals to compare with the service. */

import { describe, expect, it } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { AT, listed, OTHER, OTHER_BYTES, STORE_A, STORE_B, TAIL, WATCHED } from './arriving.ts'
import { describeEngines } from './engines.ts'
import { all, attempt, take, takeAll } from './keeping.ts'

describeEngines(({ open }) => {
  describe('the list of deliveries', () => {
    it('is newest first, limited, and without bodies', async () => {
      const inbox = await open()
      for (const n of [1, 2, 3]) await take(inbox, { delivery: `dlv_${n}`, eventId: `evt_${n}` })
      const rows = await listed(inbox, 2)
      expect(rows.map(each => each.delivery)).toEqual(['dlv_3', 'dlv_2'])
      expect(Object.keys(rows[0]!)).not.toContain('body')
      expect(Object.keys(rows[0]!)).not.toContain('headers')
    })

    it('holds what came over either channel', async () => {
      const inbox = await open()
      await take(inbox, TAIL)
      await take(inbox, { eventId: 'evt_2' })
      expect((await listed(inbox, 10)).map(each => [each.delivery, each.channel])).toEqual([
        ['dlv_1', 'webhook'],
        ['rt_1', 'realtime'],
      ])
    })

    const forwards = async (inbox: Inbox) =>
      Object.fromEntries((await listed(inbox, 10)).map(({ delivery, forward }) => [delivery, forward]))

    it('shows the state of the event, which its deliveries over both channels share', async () => {
      const inbox = await open()
      await take(inbox, WATCHED)
      await take(inbox, TAIL)
      await take(inbox, { ...OTHER, ...WATCHED })
      await take(inbox, { delivery: 'dlv_3', eventId: 'evt_3', ...WATCHED })
      await take(inbox, { delivery: 'dlv_4', eventId: null, ...WATCHED })
      const others = { dlv_3: 'none', dlv_4: 'none' }
      expect(await forwards(inbox)).toEqual({
        dlv_1: 'pending',
        rt_1: 'pending',
        dlv_2: 'pending',
        ...others,
      })
      await attempt(inbox, 'rt_1', 500)
      expect((await forwards(inbox)).dlv_1).toBe('pending')
      await attempt(inbox, 'rt_1', 200)
      expect(await forwards(inbox)).toEqual({ dlv_1: 'done', rt_1: 'done', dlv_2: 'done', ...others })
    })

    it('distinguishes events of two secrets that have the same id', async () => {
      const inbox = await open()
      await take(inbox, STORE_A)
      await take(inbox, { ...OTHER, ...STORE_B, ...OTHER_BYTES })
      await attempt(inbox, 'dlv_1', 200)
      expect(await forwards(inbox)).toEqual({ dlv_1: 'done', dlv_2: 'pending' })
    })

    it('has the requested length', async () => {
      const inbox = await open()
      await takeAll(
        inbox,
        Array.from({ length: 1200 }, (_, n) => ({ delivery: `dlv_${n}`, eventId: `evt_${n}` })),
      )
      for (const limit of [1, 499, 500, 501, 1000, 1200, 5000, Number.MAX_SAFE_INTEGER]) {
        const rows = await listed(inbox, limit)
        expect(rows).toHaveLength(Math.min(limit, 1200))
        expect(rows[0]?.delivery).toBe('dlv_1199')
      }
    })
  })

  describe('data for the comparison with the service', () => {
    it('begins with the first event that came, over either channel', async () => {
      const inbox = await open()
      expect(await inbox.reading.firstArrival()).toBeNull()
      await take(inbox, { channel: 'realtime', delivery: 'dlv_1', receivedAt: '2026-03-10T12:00:00.000Z' })
      await take(inbox, { delivery: 'dlv_2', receivedAt: '2026-03-10T12:00:01.000Z' })
      expect(await inbox.reading.firstArrival()).toBe('2026-03-10T12:00:00.000Z')
    })

    it('is every delivery of an approval', async () => {
      const inbox = await open()
      const body = Buffer.from('{"data":{"paymentId":"pay_1","source":"api","amount":10.50}}')
      await take(inbox, { delivery: 'dlv_3', event: 'payment.approved', body })
      await take(inbox, { delivery: 'dlv_1', event: 'deposit.approved', eventId: null, channel: 'realtime' })
      await take(inbox, { delivery: 'dlv_2', event: 'payment.approved' })
      await take(inbox, { delivery: 'dlv_4', event: 'payment.expired' })
      await take(inbox, { delivery: 'dlv_5', event: 'payment.approved', paymentId: null })
      const approvals = await all(inbox.reading.approvals())
      expect(approvals.map(({ delivery }) => delivery)).toEqual(['dlv_3', 'dlv_1', 'dlv_2'])
      expect({ ...approvals[0] }).toEqual({
        event: 'payment.approved',
        eventId: 'evt_1',
        paymentId: 'pay_1',
        delivery: 'dlv_3',
        receivedAt: AT,
        source: 'api',
        amount: 10.5,
        netAmount: null,
      })
      expect(approvals[1]?.eventId).toBeNull()
    })
  })
})
