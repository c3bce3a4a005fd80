/** What an inbox lists and finds. */

import { describe, expect, it } from 'vitest'
import type { EventFilter, Inbox } from '#inbox/inbox.ts'
import { FakeClock } from '../support/clock.ts'
import {
  AT,
  all,
  attempt,
  listed,
  numbered,
  numbers,
  TAIL,
  take,
  takeAll,
  takeMany,
  WATCHED,
} from './arriving.ts'
import { describeEngines } from './engines.ts'

const second = (n: number) => `2026-03-10T12:00:0${n}.000Z`
const body = (event: unknown) => Buffer.from(JSON.stringify(event))

async function deliveries(inbox: Inbox, filter: EventFilter = {}): Promise<string[]> {
  return (await listed(inbox, filter)).map(({ delivery }) => delivery)
}

describeEngines(({ open, newPlace }) => {
  describe('the list', () => {
    it('has a row for each event, newest first, however and how often it came', async () => {
      const inbox = await open()
      await take(inbox, TAIL)
      await take(inbox, numbered(2, WATCHED))
      await takeAll(inbox, [{}, { delivery: 'dlv_9' }, TAIL])
      const rows = await listed(inbox)
      expect(rows).toMatchObject([
        { delivery: 'dlv_2', eventId: 'evt_2', channels: ['webhook'], arrivalCount: 1, forward: 'none' },
        {
          delivery: 'rt_1',
          eventId: 'evt_1',
          channels: ['webhook', 'realtime'],
          arrivalCount: 4,
          forward: 'pending',
        },
      ])
      expect(Object.keys(rows[0]!)).not.toContain('body')
    })

    it('is limited, and goes on before an event', async () => {
      const inbox = await open()
      const taken = await takeMany(inbox, 700)
      expect(await deliveries(inbox, { limit: 2 } as EventFilter)).toEqual(['dlv_700', 'dlv_699'])
      const before = taken[2]!.id
      expect((await listed(inbox, { before })).map(({ delivery }) => delivery)).toEqual(['dlv_2', 'dlv_1'])
      expect(await listed(inbox, { limit: 1000 })).toHaveLength(700)
    })

    it('has the amount and the description of an event where they are asked for', async () => {
      const inbox = await open()
      const data = { amount: 10.5, description: 'Açaí' }
      await take(inbox, { body: Buffer.concat([Buffer.from('\ufeff'), body({ data })]) })
      expect(await listed(inbox, { details: true })).toMatchObject([data])
      expect(await listed(inbox)).toMatchObject([{ amount: null, description: null }])
      await take(inbox, numbered(2, { body: body({ data, pad: 'x'.repeat(70_000) }) }))
      expect(await listed(inbox, { details: true, limit: 1 })).toMatchObject([{ amount: null }])
    })

    it.each<[string, EventFilter, string[]]>([
      [
        'a time',
        { received: { from: Date.parse(second(2)), before: Date.parse(second(4)) } },
        ['dlv_3', 'dlv_2'],
      ],
      ['a type', { types: ['payment.approved'] }, ['dlv_2']],
      ['a family of types, or another', { types: ['payment.*', 'x_y'] }, ['dlv_2', 'dlv_1']],
      ['a state', { forward: 'done' }, ['dlv_3']],
      ['none that is forwarded', { forward: 'none' }, ['dlv_4']],
      ['a payment', { paymentId: 'pay_1' }, ['dlv_2', 'dlv_1']],
      ['a payment and a type', { paymentId: 'pay_1', types: ['payment.approved'] }, ['dlv_2']],
      ['a text in an id', { search: 'EVT_3' }, ['dlv_3']],
      ['a text in a body, without accents', { search: 'acai' }, ['dlv_4']],
      ['an amount', { search: 'R$ 10,50' }, ['dlv_4']],
      ['a text and a state', { search: 'dlv', forward: 'pending' }, ['dlv_2', 'dlv_1']],
      ['nothing', { search: 'evt_1pay_1' }, []],
    ])('finds by %s', async (_name, filter, found) => {
      const inbox = await open()
      await take(inbox, { receivedAt: second(1) })
      await take(inbox, {
        ...numbered(2),
        paymentId: 'pay_1',
        receivedAt: second(2),
        type: 'payment.approved',
      })
      const { id } = await take(inbox, { ...numbered(3), receivedAt: second(3), type: 'deposit.approved' })
      await attempt(inbox, id, 200)
      const event = { data: { amount: 10.5, description: 'A\u00e7a\u00ed' } }
      const escaped = Buffer.from(JSON.stringify(event).replace('ç', '\\u00e7').replace('í', '\\u00ed'))
      await take(inbox, { ...numbered(4), ...WATCHED, receivedAt: second(5), type: 'x.y', body: escaped })
      expect(await deliveries(inbox, filter)).toEqual(found)
    })

    it('finds a text in a large body', async () => {
      const inbox = await open()
      await take(inbox, { body: Buffer.from(`${'x'.repeat(100_000)}needle`) })
      await take(inbox, numbered(2))
      expect(await deliveries(inbox, { search: 'needle' })).toEqual(['dlv_1'])
    })
  })

  describe('a name', () => {
    it('is a delivery id of any arrival, or an event id', async () => {
      const inbox = await open()
      const { id } = await take(inbox)
      await take(inbox, { delivery: 'dlv_copy' })
      await take(inbox, numbered(2))
      for (const name of ['dlv_1', 'dlv_copy', 'evt_1']) {
        expect(await inbox.reading.named(name, 5)).toEqual([
          { id, type: 'payment.created', eventId: 'evt_1', delivery: 'dlv_1', receivedAt: AT },
        ])
      }
      expect(await inbox.reading.named('dlv_', 5)).toEqual([])
    })

    it('may be of several events: the newest first', async () => {
      const inbox = await open()
      await take(inbox)
      await take(inbox, { eventId: 'evt_2' })
      await take(inbox, { delivery: 'dlv_3', store: 'store_2' })
      const eventIds = async (name: string, most: number) =>
        (await inbox.reading.named(name, most)).map(({ eventId }) => eventId)
      expect(await eventIds('dlv_1', 5)).toEqual(['evt_2', 'evt_1'])
      expect(await inbox.reading.named('evt_1', 5)).toMatchObject([
        { delivery: 'dlv_3' },
        { delivery: 'dlv_1' },
      ])
      expect(await eventIds('dlv_1', 1)).toEqual(['evt_2'])
    })

    it('is found by its beginning, each once and in order; a payment too', async () => {
      const place = await newPlace()
      const [inbox, other] = [await place.open(), await place.open({ profile: 'b' })]
      await take(other, { delivery: 'dlv_ab9', eventId: 'evt_ab9' })
      await takeAll(inbox, [
        { delivery: 'dlv_ab2', eventId: 'evt_ab', paymentId: 'pay_ab1' },
        { delivery: 'dlv_ab1', eventId: 'evt_ab', paymentId: 'pay_ab1' },
        { delivery: 'dlv_ab1', eventId: 'evt_b', paymentId: 'pay_ab2' },
        { delivery: 'dlv_b', eventId: null, paymentId: null },
      ])
      expect(await inbox.reading.namesWith('dlv_ab', 5)).toEqual(['dlv_ab1', 'dlv_ab2'])
      expect(await inbox.reading.namesWith('evt_', 5)).toEqual(['evt_ab', 'evt_b'])
      expect(await inbox.reading.namesWith('dlv_ab', 1)).toEqual(['dlv_ab1'])
      expect(await inbox.reading.paymentsWith('pay_a', 5)).toEqual(['pay_ab1', 'pay_ab2'])
      expect(await inbox.reading.paymentsWith('pay_ab1', 5)).toEqual(['pay_ab1'])
      for (const odd of ['%', '_', 'pay\\', '\0']) expect(await inbox.reading.namesWith(odd, 5)).toEqual([])
    })
  })

  describe('what is to be sent again', () => {
    it('is what waits, what is parked, or what came in a time, up to a mark', async () => {
      const inbox = await open()
      const taken = await takeAll(
        inbox,
        numbers(5).map(n => numbered(n, { receivedAt: second(n) })),
      )
      const ids = taken.map(({ id }) => id)
      await attempt(inbox, ids[0]!, 204)
      await attempt(inbox, ids[1]!, 400, { outcome: 'parked' })
      const [done, parked, third, fourth] = ids
      const chosen = async (choice: Parameters<Inbox['reading']['toReplay']>[0]) =>
        (await all(inbox.reading.toReplay(choice, fourth!))).flat()
      expect(await chosen({ which: 'pending' })).toEqual([third, fourth])
      expect(await chosen({ which: 'parked' })).toEqual([parked])
      const received = { before: Date.parse(second(4)) }
      expect(await chosen({ which: 'since', received, exceptPending: false })).toEqual([done, parked, third])
      expect(await chosen({ which: 'since', received, exceptPending: true })).toEqual([done, parked])
    })

    it('is all of it, though more than fit in one slice', async () => {
      const inbox = await open()
      const taken = await takeAll(
        inbox,
        numbers(1_100).map(n => numbered(n)),
      )
      const slices = await all(inbox.reading.toReplay({ which: 'pending' }, await inbox.reading.mark()))
      expect(slices.length).toBeGreaterThan(1)
      expect(slices.flat()).toEqual(taken.map(({ id }) => id))
    })
  })

  describe('the first arrival', () => {
    it('is that of the log; a time that lies ahead is none', async () => {
      const clock = new FakeClock(Date.parse(AT))
      const inbox = await open({ clock })
      expect(await inbox.reading.firstArrival()).toBeNull()
      await take(inbox, { receivedAt: '2027-03-10T12:00:00.000Z' })
      expect(await inbox.reading.firstArrival()).toBeNull()
      await take(inbox, numbered(2))
      await take(inbox, numbered(3, { receivedAt: second(3) }))
      expect(await inbox.reading.firstArrival()).toBe(AT)
    })
  })

  it('sees nothing of another profile', async () => {
    const place = await newPlace()
    const [one, other] = [await place.open(), await place.open({ profile: 'b' })]
    const { id } = await take(one)
    expect(await listed(other)).toEqual([])
    expect(await other.reading.mark()).toBe(0)
    expect(await other.reading.find(id)).toBeNull()
    expect(await other.reading.named('dlv_1', 5)).toEqual([])
    expect(await other.queue.stats()).toMatchObject({ pending: 0 })
    expect((await one.reading.contents()).bytes).toBeGreaterThan(0)
  })
})
