/** Finding deliveries in the inbox: filters, search, pages. */

import { setImmediate } from 'node:timers'
import { describe, expect, it } from 'vitest'
import type { DeliveryFilter, Inbox } from '#inbox/inbox.ts'
import { listed, TAIL, WATCHED } from './arriving.ts'

const second = (n: number) => `2026-03-10T12:00:0${n}.000Z`
const ms = (n: number) => Date.parse(second(n))

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

/** What an event says, as the service writes it. */
const event = (data: object) => Buffer.from(JSON.stringify({ id: 'evt', data }))

/** Four deliveries, one each second. */
async function four(inbox: Inbox): Promise<Inbox> {
  await take(inbox, {
    delivery: 'dlv_1',
    eventId: 'evt_1',
    paymentId: 'pay_1',
    receivedAt: second(1),
    ...WATCHED,
  })
  await take(inbox, { delivery: 'dlv_2', eventId: 'evt_2', paymentId: 'pay_2', receivedAt: second(2) })
  const approved = { event: 'payment.approved', eventId: 'evt_3', paymentId: 'pay_1' }
  await take(inbox, { delivery: 'dlv_3', ...approved, receivedAt: second(3) })
  await take(inbox, {
    delivery: 'dlv_4',
    event: 'other.kind',
    eventId: null,
    paymentId: null,
    receivedAt: second(4),
  })
  await attempt(inbox, 'dlv_3', 200)
  return inbox
}

import { describeEngines } from './engines.ts'
import { attempt, take, takeAll } from './keeping.ts'

describeEngines(({ open, newPlace }) => {
  describe('a filter', () => {
    it.each<[string, DeliveryFilter, number[]]>([
      ['from a time on', { received: { from: ms(3) } }, [4, 3]],
      ['before a time', { received: { before: ms(3) } }, [2, 1]],
      ['in a span', { received: { from: ms(2), before: ms(3) } }, [2]],
      ['of a type', { types: ['payment.approved'] }, [3]],
      ['of a type that is not documented', { types: ['other.kind'] }, [4]],
      ['of several types', { types: ['other.kind', 'payment.approved'] }, [4, 3]],
      ['of a type that never came', { types: ['payment'] }, []],
      ['of a payment', { paymentId: 'pay_1' }, [3, 1]],
      ['not forwarded', { forward: 'none' }, [1]],
      ['pending', { forward: 'pending' }, [4, 2]],
      ['forwarded', { forward: 'done' }, [3]],
      ['of everything together', { paymentId: 'pay_1', forward: 'done', received: { from: ms(1) } }, [3]],
      ['of everything, where one does not match', { paymentId: 'pay_1', forward: 'pending' }, []],
    ])('finds deliveries %s', async (_name, filter, found) => {
      const rows = await listed(await four(await open()), 10, filter)
      expect(rows.map(({ delivery }) => delivery)).toEqual(found.map(n => `dlv_${n}`))
    })

    it('of what became of an event finds every delivery of it', async () => {
      const inbox = await open()
      await take(inbox, WATCHED)
      await take(inbox, TAIL)
      expect(await listed(inbox, 10, { forward: 'none' })).toEqual([])
      expect(await listed(inbox, 10, { forward: 'pending' })).toHaveLength(2)
      await attempt(inbox, 'rt_1', 204)
      expect(await listed(inbox, 10, { forward: 'done' })).toHaveLength(2)
    })

    it('finds as many as requested, however far apart they are', async () => {
      const inbox = await open()
      await takeAll(
        inbox,
        numbers(1, 9000).map(n => ({
          delivery: `dlv_${n}`,
          eventId: `evt_${n}`,
          event: n % 4000 === 1 ? 'rare.type' : 'payment.created',
        })),
      )
      const rare = async (limit: number) =>
        (await listed(inbox, limit, { types: ['rare.type'] })).map(({ delivery }) => delivery)
      expect(await rare(10)).toEqual(['dlv_8001', 'dlv_4001', 'dlv_1'])
      expect(await rare(2)).toEqual(['dlv_8001', 'dlv_4001'])
    })
  })

  describe('a search', () => {
    it.each<[string, string, object, string, boolean]>([
      ['a part of the delivery id', 'LV_SEA', {}, '', true],
      ['a part of the event id', 'evt_xyz', {}, '', true],
      ['a part of the payment id', 'y_abc', {}, '', true],
      ['a part of the type', 'Created', {}, '', true],
      ['a name of the body', 'description', { description: 'x' }, '', true],
      ['another case', 'pÃO', { description: 'PãO de queijo' }, '', true],
      ['text without the accents', 'acai', { description: 'AÇAÍ' }, '', true],
      ['accents that the text does not have', 'áçaí', { description: 'acai' }, '', true],
      ['accents that are written apart', 'acai', { description: 'ac\u0327ai\u0301' }, '', true],
      ['a character that the JSON escapes', 'açaí', {}, '{"data":{"description":"A\\u00e7a\\u00ED"}}', true],
      ['an amount with a comma', '10,50', { amount: 10.5 }, '', true],
      ['an amount with a point', '10.50', { amount: 10.5 }, '', true],
      ['an amount with R$', 'R$ 10,50', { amount: 10.5 }, '', true],
      ['an amount as the body writes it', '1050e-2', {}, '{"data":{"amount":1050e-2}}', true],
      ['whole reais', '200,00', { amount: 200 }, '', true],
      ['another amount', '10,51', { amount: 10.5 }, '', false],
      ['other text', 'queijo', { description: 'pao' }, '', false],
      ['two ids in a row', 'xyzpay', {}, '', false],
      ['a percent sign, which is no wildcard', '%', { description: 'x' }, '', false],
      ['quotes', "'; DROP TABLE", { description: 'x' }, '', false],
      ['a letter of another alphabet', 'привет', { description: 'ПРИВЕТ' }, '', true],
      ['text of a body that is not JSON', 'hello', {}, 'HELLO \xff', true],
    ])('for %s', async (_name, search, data, raw, isFound) => {
      const inbox = await open()
      const body = raw === '' ? event(data) : Buffer.from(raw, 'latin1')
      await take(inbox, { delivery: 'dlv_search', eventId: 'evt_xyz', paymentId: 'pay_abc', body })
      expect(await listed(inbox, 10, { search })).toHaveLength(isFound ? 1 : 0)
    })

    it('looks at every delivery, also at large ones, and stops at the limit', async () => {
      const inbox = await open()
      const large = (n: number) => event({ description: `${'x'.repeat(700_000)} Café ${n}` })
      await takeAll(
        inbox,
        numbers(1, 5).map(n => ({ delivery: `dlv_${n}`, eventId: `evt_${n}`, body: large(n) })),
      )
      expect((await listed(inbox, 10, { search: 'cafe 1' })).map(each => each.delivery)).toEqual(['dlv_1'])
      expect((await listed(inbox, 2, { search: 'CAFÉ' })).map(each => each.delivery)).toEqual([
        'dlv_5',
        'dlv_4',
      ])
    })
  })

  describe('a page', () => {
    it('continues before the last one, also if something arrives in between', async () => {
      const inbox = await four(await open())
      const first = await listed(inbox, 2)
      await take(inbox, { delivery: 'dlv_5', eventId: 'evt_5' })
      const slices = inbox.reading.deliveries({ limit: 10, before: first.at(-1)!.id })
      const { value } = await slices.next()
      expect([...first, ...value!].map(({ delivery }) => delivery)).toEqual([
        'dlv_4',
        'dlv_3',
        'dlv_2',
        'dlv_1',
      ])
      expect((await slices.next()).done).toBe(true)
    })

    it('that begins after the last one is found at once', async () => {
      const rows = await listed(await four(await open()), 2, {
        before: Number.MAX_SAFE_INTEGER,
      } as DeliveryFilter)
      expect(rows.map(({ delivery }) => delivery)).toEqual(['dlv_4', 'dlv_3'])
    })

    it('has the amounts if they are wanted', async () => {
      const inbox = await open()
      const bodies = [
        event({ amount: 10.5 }),
        event({ amount: '10.5' }),
        Buffer.from('null'),
        Buffer.from('{'),
        event({ amount: 1, pad: 'x'.repeat(70_000) }),
      ]
      for (const [n, body] of bodies.entries())
        await take(inbox, { delivery: `dlv_${n}`, eventId: `evt_${n}`, body })
      const { value } = await inbox.reading.deliveries({ limit: 10, details: true }).next()
      expect((value ?? []).map(({ amount }: { amount: number | null }) => amount).reverse()).toEqual([
        10.5,
        null,
        null,
        null,
        null,
      ])
      expect((await listed(inbox, 10)).map(({ amount }) => amount)).toEqual([null, null, null, null, null])
    })

    it('of many leaves room for other work, and for writers', async () => {
      const place = await newPlace()
      const [inbox, writer] = [await place.open(), await place.open()]
      await takeAll(
        inbox,
        numbers(0, 4999).map(n => ({ delivery: `dlv_${n}`, eventId: `evt_${n}` })),
      )
      const all = Array.from({ length: 5000 }, (_, n) => `dlv_${4999 - n}`)
      let turns = 0
      const count = () => {
        turns++
        counting = setImmediate(count)
      }
      let counting = setImmediate(count)
      expect((await listed(inbox, 10_000)).map(({ delivery }) => delivery)).toEqual(all)
      clearImmediate(counting)
      expect(turns).toBeGreaterThan(5)
      // What is written in the middle of a list is neither held up nor in the list.
      const found: string[] = []
      for await (const slice of inbox.reading.deliveries({ limit: 10_000 })) {
        await take(writer, { delivery: `new_${found.length}`, eventId: `new_${found.length}` })
        found.push(...slice.map(({ delivery }) => delivery))
      }
      expect(found).toEqual(all)
    })
  })

  describe('ids that begin alike', () => {
    it('are in their order, at most as many as wanted', async () => {
      const inbox = await open()
      for (const id of ['dlv_ab2', 'dlv_ab1', 'dlv_b', 'DLV_AB3', 'dlv_a~', 'dlv']) {
        await take(inbox, { delivery: id, eventId: id })
      }
      expect(await inbox.reading.idsWith('dlv_ab', 11)).toEqual(['dlv_ab1', 'dlv_ab2'])
      expect(await inbox.reading.idsWith('dlv_a~', 11)).toEqual(['dlv_a~'])
      expect(await inbox.reading.idsWith('dlv_%', 11)).toEqual([])
      for (let n = 0; n < 20; n++) await take(inbox, { delivery: `many_${n}`, eventId: `many_${n}` })
      expect(await inbox.reading.idsWith('many_', 11)).toHaveLength(11)
    })
  })

  describe('payments whose ids begin alike', () => {
    it('are each named once, or only the one that is named whole', async () => {
      const inbox = await open()
      for (const [n, paymentId] of ['pay_12', 'pay_1', 'pay_12', 'pay_2', null, 'pay_11'].entries()) {
        await take(inbox, { delivery: `dlv_${n}`, eventId: `evt_${n}`, paymentId })
      }
      expect(await inbox.reading.paymentsWith('pay_', 3)).toHaveLength(3)
      expect(await inbox.reading.paymentsWith('pay_', 11)).toEqual(['pay_1', 'pay_11', 'pay_12', 'pay_2'])
      expect(await inbox.reading.paymentsWith('pay_1', 11)).toEqual(['pay_1'])
      expect(await inbox.reading.paymentsWith('pay_3', 11)).toEqual([])
    })
  })
})
