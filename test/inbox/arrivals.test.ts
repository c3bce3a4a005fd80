/** What becomes of an arrival: its event is made or joined, over both channels and with any ids. */

import { describe, expect, it } from 'vitest'
import { type Arrival, type Inserted, KEPT_ARRIVALS } from '#inbox/model.ts'
import { all, arrival, attempt, listed, numbers, pending, TAIL, take, takeAll, WATCHED } from './arriving.ts'
import { describeEngines } from './engines.ts'

/** What was taken before and how the target answered it, the arrival, and what becomes of it. */
type Case = [
  is: string,
  before: (Partial<Arrival> & { answered?: number })[],
  comes: Partial<Arrival>,
  becomes: `${Inserted['verdict']} ${Inserted['forward']}`,
]

const OTHER_ID = { delivery: 'dlv_2' }
const OTHER_BYTES = { body: Buffer.from('{ }') }
const NO_ID = { eventId: null }
const done = { answered: 200 }
const noId = { ...NO_ID, ...done }

const SAME_EVENT: Case[] = [
  ['the first under a target', [], {}, 'accepted pending'],
  ['the first without a target', [], WATCHED, 'accepted none'],

  ['a resend of what is pending', [{}], {}, 'duplicate pending'],
  ['a resend of what was forwarded', [done], {}, 'duplicate done'],
  ['a resend of what failed so far', [{ answered: 500 }], {}, 'duplicate pending'],
  ['a resend under a target of what came without', [WATCHED], {}, 'duplicate pending'],
  ['a resend without a target of what is pending', [{}], WATCHED, 'duplicate pending'],
  ['a resend of what was replayed with a 2xx', [{ ...WATCHED, ...done }], {}, 'duplicate done'],

  ['a copy of what is pending under another delivery id', [{}], OTHER_ID, 'duplicate pending'],
  ['a copy of what was forwarded under another delivery id', [done], OTHER_ID, 'duplicate done'],
  ['an event signed with the next secret', [done], { ...OTHER_ID, headers: '' }, 'duplicate done'],

  ['over the realtime channel, what a listener has only shown', [WATCHED], TAIL, 'accepted pending'],
  ['over the realtime channel, what a listener has forwarded', [done], TAIL, 'accepted done'],
  ['by webhook, what is pending for a tail', [TAIL], {}, 'accepted pending'],
  ['by webhook, what came by both before', [TAIL, {}], OTHER_ID, 'duplicate pending'],

  ['a resend without an event id', [noId], NO_ID, 'duplicate done'],
]

const TWO_EVENTS: Case[] = [
  ['a new event under a known delivery id', [done], { eventId: 'evt_2' }, 'accepted pending'],
  ['an equal id of another store', [done], { store: 'store_2' }, 'accepted pending'],
  ['another event of the same charge', [done], { ...OTHER_ID, eventId: 'evt_2' }, 'accepted pending'],
  ['without an event id, other bytes', [noId], { ...NO_ID, ...OTHER_BYTES }, 'accepted pending'],
  ['without an event id, another delivery id', [noId], { ...NO_ID, ...OTHER_ID }, 'accepted pending'],
  ['without an event id, another type', [noId], { ...NO_ID, type: 'endpoint.test' }, 'accepted pending'],
]

describeEngines(({ open, newPlace }) => {
  describe('an arrival', () => {
    it.each([
      ...SAME_EVENT.map(each => [...each, 1] as const),
      ...TWO_EVENTS.map(each => [...each, 2] as const),
    ])('that is %s', async (_is, before, comes, becomes, events) => {
      const inbox = await open()
      for (const { answered, ...over } of before) {
        const { id } = await take(inbox, over)
        if (answered !== undefined) await attempt(inbox, id, answered)
      }
      const { id, verdict, forward } = await take(inbox, comes)
      expect(`${verdict} ${forward}`).toBe(becomes)
      expect(await inbox.reading.find(id)).toMatchObject({ forward })
      expect(await listed(inbox)).toHaveLength(events)
    })

    it('is pending if one of those that come at once has a target', async () => {
      const inbox = await open()
      const taken = await takeAll(inbox, [WATCHED, {}])
      expect(taken.map(({ forward }) => forward)).toEqual(['pending', 'pending'])
      expect(await pending(inbox)).toBe(1)
    })

    it('is parked still when a parked event comes again', async () => {
      const inbox = await open()
      const { id } = await take(inbox)
      await attempt(inbox, id, 400, { outcome: 'parked' })
      expect(await take(inbox)).toMatchObject({ verdict: 'duplicate', forward: 'parked' })
    })

    it('is kept byte by byte, and what is sent is the first one', async () => {
      const inbox = await open()
      const body = Buffer.from([0, 0x7b, 0xff, 0xc3, 0xa9, 0x0a])
      const { id } = await take(inbox, { body })
      await take(inbox, { ...OTHER_ID, ...OTHER_BYTES, headers: 'X-Service-Event\nendpoint.test' })
      expect(await inbox.reading.find(id)).toMatchObject({ ...pick(arrival()), body, arrivalCount: 2 })
    })

    it('may have texts that a database can not hold, and a long type', async () => {
      const inbox = await open()
      const odd = { type: `a\0b\ud800${'x'.repeat(300)}`, headers: 'X-Odd\na\0b' }
      const { id } = await take(inbox, odd)
      const found = (await inbox.reading.find(id))!
      expect(found.type.startsWith('a\\u0000b\\ud800x')).toBe(true)
      expect(found.headers).toBe('X-Odd\\na\\u0000b')
      expect((await take(inbox, odd)).verdict).toBe('duplicate')
    })
  })

  describe('copies of an event', () => {
    it(`under any ids and headers are kept ${KEPT_ARRIVALS} times, and counted beyond`, async () => {
      const inbox = await open()
      const taken = await takeAll(
        inbox,
        numbers(50).map(n => ({ delivery: `dlv_${n}`, headers: `X-N\n${n}` })),
      )
      const { id } = taken[0]!
      expect(taken.map(({ verdict }) => verdict)).toEqual(['accepted', ...Array(49).fill('duplicate')])
      expect(taken.filter(({ isKept }) => isKept)).toHaveLength(KEPT_ARRIVALS)
      expect(await inbox.reading.arrivalsOf(id)).toHaveLength(KEPT_ARRIVALS)
      await take(inbox, { delivery: 'dlv_51' })
      expect(await inbox.reading.find(id)).toMatchObject({ arrivalCount: 51, delivery: 'dlv_1' })
      expect(await pending(inbox)).toBe(1)
    })

    it('don’t keep out the first arrival over the other channel', async () => {
      const inbox = await open()
      await takeAll(
        inbox,
        numbers(20).map(n => ({ delivery: `dlv_${n}` })),
      )
      const { id, verdict, isKept } = await take(inbox, TAIL)
      expect([verdict, isKept]).toEqual(['accepted', true])
      expect((await inbox.reading.arrivalsOf(id)).at(-1)).toMatchObject({
        channel: 'realtime',
        delivery: 'rt_1',
      })
    })
  })

  describe('two processes', () => {
    it('that get the same events, over both channels, keep each once and with one state', async () => {
      const place = await newPlace()
      const [one, other] = [await place.open(), await place.open()]
      const events = (from: number, over: Partial<Arrival>) =>
        numbers(200).map(n => ({
          delivery: `${from}_${n}`,
          eventId: `evt_${from + n}`,
          paymentId: null,
          ...over,
        }))
      const taken = await Promise.all([
        takeAll(one, events(0, {})),
        takeAll(other, events(100, {})),
        takeAll(other, events(50, { channel: 'realtime', forward: false })),
      ])
      const accepted = (results: readonly Inserted[]) =>
        results.filter(({ verdict }) => verdict === 'accepted')
      expect(accepted([...taken[0]!, ...taken[1]!])).toHaveLength(300)
      expect(accepted(taken[2]!)).toHaveLength(200)
      expect(await listed(one, { limit: 1000 })).toHaveLength(300)
      expect(await pending(other)).toBe(300)
    })
  })

  describe('an event that is brought again by a replay', () => {
    const AGAIN = { ...TAIL, forward: true }

    it('is forwarded again, but not if it was accepted since the replay began', async () => {
      const inbox = await open()
      const { id } = await take(inbox)
      await attempt(inbox, id, 204)
      const againAfter = await inbox.reading.attemptMark()
      expect(await take(inbox, { ...AGAIN, againAfter })).toMatchObject({ forward: 'pending' })
      await attempt(inbox, id, 204)
      expect(await take(inbox, { ...AGAIN, againAfter })).toMatchObject({ forward: 'done' })
      expect(await take(inbox, { ...AGAIN, againAfter: await inbox.reading.attemptMark() })).toMatchObject({
        forward: 'pending',
      })
    })

    it('stays pending, or becomes so where it was only refused since', async () => {
      const inbox = await open()
      const { id } = await take(inbox)
      const againAfter = await inbox.reading.attemptMark()
      await attempt(inbox, id, 400, { outcome: 'parked' })
      expect(await take(inbox, { ...AGAIN, againAfter })).toMatchObject({ forward: 'pending' })
      expect(await take(inbox, { ...AGAIN, againAfter })).toMatchObject({ forward: 'pending' })
      expect(await take(inbox, { ...TAIL, ...WATCHED, againAfter })).toMatchObject({ forward: 'pending' })
    })
  })

  describe('another approval of the same charge', () => {
    const payment = { type: 'payment.approved', eventId: 'evt_p' }
    const deposit = { type: 'deposit.approved', eventId: 'evt_d', delivery: 'dlv_2' }

    it('is named, whichever came first and over whichever channel', async () => {
      const inbox = await open()
      expect(await take(inbox, payment)).toMatchObject({ otherApproval: null })
      expect(await take(inbox, { ...deposit, ...TAIL })).toMatchObject({
        otherApproval: { type: 'payment.approved', eventId: 'evt_p' },
      })
    })

    it('is none of another charge, of another type, or without a charge', async () => {
      const inbox = await open()
      await take(inbox, deposit)
      await take(inbox, { ...deposit, eventId: null, paymentId: null })
      for (const over of [
        { ...payment, paymentId: 'pay_2' },
        { eventId: 'evt_c' },
        { ...payment, eventId: 'evt_q', paymentId: null },
      ]) {
        expect(await take(inbox, over)).toMatchObject({ otherApproval: null })
      }
    })

    it('is found in the commit that brings both', async () => {
      const inbox = await open()
      const taken = await takeAll(inbox, [payment, deposit])
      expect(taken.map(({ otherApproval }) => otherApproval?.eventId)).toEqual(['evt_d', 'evt_p'])
      expect(await all(inbox.reading.approvals())).toMatchObject([
        { eventId: 'evt_p', paymentId: 'pay_1' },
        { eventId: 'evt_d' },
      ])
    })
  })
})

function pick({ type, eventId, store, paymentId, receivedAt, delivery, channel, headers }: Arrival) {
  return { type, eventId, store, paymentId, receivedAt, delivery, channel, headers }
}
