/** What comes at once, in one process or several. */

import { describe, expect, it } from 'vitest'
import { BloomFilter } from '#inbox/bloom-filter.ts'
import { SaveError } from '#inbox/inbox.ts'
import { eventHash } from '#inbox/shown.ts'
import { arrival, ended, listed } from './arriving.ts'
import { describeEngines } from './engines.ts'
import { show, takeAll } from './keeping.ts'
import { group, progress, STREAM } from './showing.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const numbered = (n: number, over = {}) => ({ delivery: `dlv_${n}`, eventId: `evt_${n}`, ...over })

describeEngines(({ newPlace, open }) => {
  describe.each([
    ['a run that saves a stream', { stream: true }],
    ['any other command', {}],
  ])('what %s takes', (_name, as) => {
    it('is there for others, byte by byte, when it says so', async () => {
      const place = await newPlace()
      const [inbox, other] = [await place.open(as), await place.open()]
      const body = Buffer.from([0, 0x7b, 0xff, 0xc3, 0xa9, 0x0a])
      expect(await inbox.writing.insert(arrival({ body }))).toEqual({
        verdict: 'accepted',
        forward: 'pending',
        otherApproval: null,
        altered: false,
        keptAs: 'dlv_1',
      })
      expect(await other.reading.find('dlv_1')).toMatchObject({ body, forward: 'pending' })
      expect(body).toEqual(Buffer.from([0, 0x7b, 0xff, 0xc3, 0xa9, 0x0a]))
    })

    it('keeps its order, and each body its own', async () => {
      const inbox = await open(as)
      const bodies = numbers(300).map(n => Buffer.from('x'.repeat(n)))
      await takeAll(
        inbox,
        bodies.map((body, n) => numbered(n, { body })),
      )
      const ids: number[] = []
      for (const [n, body] of bodies.entries()) {
        const found = await inbox.reading.find(`dlv_${n}`)
        expect(found).toMatchObject({ body })
        ids.push(found!.id)
      }
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    })

    it('may be larger than one commit is', async () => {
      const inbox = await open(as)
      const body = (n: number) => Buffer.alloc(1024 * 1024, n)
      const taken = await takeAll(
        inbox,
        numbers(20).map(n => numbered(n, { body: body(n) })),
      )
      expect(taken.map(each => each.verdict)).toEqual(Array(20).fill('accepted'))
      expect((await inbox.reading.find('dlv_19'))?.body.equals(body(19))).toBe(true)
    })

    it('is taken once, though 50 copies come at once', async () => {
      const inbox = await open(as)
      const taken = await takeAll(inbox, Array(50).fill({}))
      expect(taken.map(each => each.verdict)).toEqual(['accepted', ...Array(49).fill('duplicate')])
      expect(new Set(taken.map(each => each.forward))).toEqual(new Set(['pending']))
      expect(await listed(inbox, 100)).toHaveLength(1)
    })

    it('is forwarded once, though one event comes under 50 delivery ids at once', async () => {
      const inbox = await open(as)
      const taken = await takeAll(
        inbox,
        numbers(50).map(n => numbered(n, { eventId: 'evt' })),
      )
      expect(taken.map(each => each.forward)).toEqual(['pending', ...Array(49).fill('none')])
      expect(await inbox.queue.countPending()).toBe(1)
    })

    it('comes at once with an attempt and with progress', async () => {
      const inbox = await open(as)
      await inbox.writing.insert(arrival())
      const { id } = (await inbox.reading.find('dlv_1'))!
      const lease = (await inbox.queue.lease('cursor', 'alone'))!
      await Promise.all([
        inbox.writing.insert(arrival(numbered(2))),
        inbox.writing.attempted(ended(id, 204)),
        inbox.writing.progress(progress({ shown: [group('evt_3')], cursors: { watched: '3' } }), lease),
        inbox.writing.insert(arrival(numbered(4))),
      ])
      expect(await inbox.reading.find('dlv_1')).toMatchObject({ forward: 'done', attempts: 1 })
      expect(await inbox.shown.cursors(STREAM)).toEqual({ watched: '3' })
      expect(await inbox.queue.countPending()).toBe(2)
      await lease.release()
    })
  })

  describe('two processes', () => {
    it('keep each delivery once between them', async () => {
      const place = await newPlace()
      const [one, other] = [await place.open({ stream: true }), await place.open({ stream: true })]
      const taken = await Promise.all([
        takeAll(
          one,
          numbers(200).map(n => numbered(n)),
        ),
        takeAll(
          other,
          numbers(200).map(n => numbered(n + 100)),
        ),
      ])
      const accepted = taken.flat().filter(({ verdict }) => verdict === 'accepted')
      expect(new Set(accepted.map(({ keptAs }) => keptAs)).size).toBe(300)
      expect(accepted).toHaveLength(300)
      expect(await listed(one, 1000)).toHaveLength(300)
    })

    it('let one of them forward an event that comes to both under other delivery ids', async () => {
      const place = await newPlace()
      const [one, other] = [await place.open({ stream: true }), await place.open({ stream: true })]
      const copies = (from: number) =>
        numbers(100).map(n => ({ delivery: `dlv_${from}_${n}`, eventId: `evt_${n}` }))
      const taken = await Promise.all([takeAll(one, copies(1)), takeAll(other, copies(2))])
      expect(taken.flat().filter(({ forward }) => forward === 'pending')).toHaveLength(100)
      expect(await one.queue.countPending()).toBe(100)
    })
  })

  describe('an inbox that is closed', () => {
    it('answers every caller, and has what was answered as kept', async () => {
      const place = await newPlace()
      const inbox = await place.open({ stream: true })
      const taken = Promise.allSettled(numbers(100).map(n => inbox.writing.insert(arrival(numbered(n)))))
      await inbox.close()
      const other = await place.open()
      for (const [n, { status }] of (await taken).entries()) {
        if (status === 'fulfilled') expect(await other.reading.find(`dlv_${n}`)).not.toBeNull()
      }
      await expect(inbox.writing.insert(arrival())).rejects.toBeInstanceOf(SaveError)
    })
  })

  describe('a filter', () => {
    it('gets everything that was shown before', async () => {
      const place = await newPlace()
      const before = await place.open()
      await show(before, 'evt_1', 'evt_2')
      const filter = new BloomFilter()
      await (await place.open({ stream: true })).shown.fill(filter)
      expect(['evt_1', 'evt_2'].every(id => filter.mayHave(eventHash(id)))).toBe(true)
      expect(filter.mayHave(eventHash('evt_3'))).toBe(false)
    })
  })
})
