/** What an inbox lists: deliveries, newest first, and approvals to compare with the service. */

import { describe, expect, it } from 'vitest'
import type { Span } from '#contract/charge-filter.ts'
import type { DeliveryFilter, Inbox } from '#inbox/inbox.ts'
import { AT, listed, OTHER, OTHER_BYTES, STORE_A, STORE_B, TAIL, WATCHED } from './arriving.ts'
import { describeEngines } from './engines.ts'
import { all, attempt, take, takeAll } from './keeping.ts'

const second = (n: number) => `2026-03-10T12:00:0${n}.000Z`

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

    describe('with the channels merged,', () => {
      const merged = async (inbox: Inbox, filter: DeliveryFilter = {}, limit = 10) =>
        (await listed(inbox, limit, { ...filter, mergeChannels: true, details: true })).map(
          ({ delivery, channels, forwardedAs }) => ({ delivery, channels, forwardedAs }),
        )
      const both = ['webhook', 'realtime']
      const alone = { channels: ['webhook'], forwardedAs: null }
      /** An event that came by both channels, between two that came by webhook. */
      const three = async () => {
        const inbox = await open()
        await take(inbox, { delivery: 'dlv_0', eventId: 'evt_0' })
        await take(inbox, { ...TAIL, receivedAt: second(2) })
        await take(inbox, { receivedAt: second(1) })
        await take(inbox, { delivery: 'dlv_2', eventId: 'evt_2' })
        return inbox
      }

      it('has one row for an event that came by both, that of the webhook', async () => {
        const inbox = await three()
        expect(await merged(inbox)).toEqual([
          { delivery: 'dlv_2', ...alone },
          { delivery: 'dlv_1', channels: both, forwardedAs: null },
          { delivery: 'dlv_0', ...alone },
        ])
        // The row that is left out takes no place.
        expect((await merged(inbox, {}, 3)).map(({ delivery }) => delivery)).toEqual([
          'dlv_2',
          'dlv_1',
          'dlv_0',
        ])
      })

      it.each<[string, DeliveryFilter, string[]]>([
        ['a time', { received: { from: Date.parse(second(2)) } }, ['rt_1']],
        ['its delivery id', { search: 'rt_1' }, ['rt_1']],
        ['the delivery id of the webhook', { search: 'dlv_1' }, ['dlv_1']],
        ['the event id', { search: 'evt_1' }, ['dlv_1']],
        ['the payment', { paymentId: 'pay_1', forward: 'pending', search: 'evt_1' }, ['dlv_1']],
        ['a time, and another id', { received: { from: Date.parse(second(2)) }, search: 'evt_1' }, ['rt_1']],
      ])('shows the event once if %s matches the copy or both', async (_name, filter, found) => {
        const rows = await merged(await three(), filter)
        expect(rows.map(({ delivery }) => delivery)).toEqual(found)
        expect(rows[0]?.channels).toEqual(both)
      })

      it('says as which other delivery an event was forwarded', async () => {
        const inbox = await three()
        await attempt(inbox, 'rt_1', 500)
        expect((await merged(inbox))[1]).toMatchObject({ forwardedAs: null })
        await attempt(inbox, 'rt_1', 204)
        expect((await merged(inbox))[1]).toMatchObject({ delivery: 'dlv_1', forwardedAs: 'rt_1' })
        // A replay that is refused changes nothing: this one was accepted itself.
        await attempt(inbox, 'rt_1', 500)
        const [copy] = await listed(inbox, 1, { search: 'rt_1', details: true })
        expect(copy).toMatchObject({ delivery: 'rt_1', forward: 'done', forwardedAs: null })
        await take(inbox, { delivery: 'dlv_3', eventId: 'evt_2' })
        await attempt(inbox, 'dlv_3', 204)
        expect(await merged(inbox, { search: 'dlv_2' })).toEqual([
          { delivery: 'dlv_2', channels: ['webhook'], forwardedAs: 'dlv_3' },
        ])
      })

      it('keeps events without an id apart, and those of another event id', async () => {
        const inbox = await open()
        await take(inbox, { ...TAIL, eventId: null })
        await take(inbox, { eventId: null })
        await take(inbox, { ...TAIL, delivery: 'rt_2', eventId: 'evt_2' })
        expect((await merged(inbox)).map(({ delivery }) => delivery)).toEqual(['rt_2', 'dlv_1', 'rt_1'])
      })
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

  describe('what is sent again', () => {
    it('is what came in a time, each event once, perhaps without what is pending', async () => {
      const inbox = await open()
      for (const n of [1, 2, 3, 4]) {
        const which = { delivery: `dlv_${n}`, eventId: `evt_${n}`, ...(n < 3 && WATCHED) }
        await take(inbox, { ...which, receivedAt: second(n) })
      }
      await take(inbox, { delivery: 'dlv_5', eventId: 'evt_2', receivedAt: second(3) })
      const chosen = async (received: Span, exceptPending = false) => {
        const choice = { which: 'since', received, exceptPending } as const
        return (await all(inbox.reading.toReplay(choice, await inbox.reading.mark()))).flat()
      }
      const ms = (n: number) => Date.parse(second(n))
      expect(await chosen({ from: ms(2) })).toEqual(['dlv_2', 'dlv_3', 'dlv_4'])
      expect(await chosen({ from: ms(2), before: ms(4) })).toEqual(['dlv_2', 'dlv_3'])
      expect(await chosen({ from: ms(3), before: ms(4) })).toEqual(['dlv_3', 'dlv_5'])
      expect(await chosen({ from: ms(1), before: ms(4) }, true)).toEqual(['dlv_1'])
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
