/** What the realtime channel has shown, and how far its streams have been read. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LeaseLost } from '#inbox/inbox.ts'
import { groupOf, hashOf } from '#inbox/shown.ts'
import { textOf } from '#lib/text-bytes.ts'
import { anyCharacter } from '../support/any-character.ts'
import { cases } from '../support/volume.ts'
import { approvals, DIFFICULT_TEXTS, group, progress, STREAM } from './showing.ts'

/** More digits than a double holds. */
const SEQUENCE = '00900719925474099300001'

import { describeEngines } from './engines.ts'
import { all, keep, show, shownBefore } from './keeping.ts'

describeEngines(({ open, newPlace }) => {
  describe('the cursor', () => {
    it('is undefined until one is saved, and then has every digit of it', async () => {
      const place = await newPlace()
      const inbox = await place.open()
      expect((await inbox.shown.cursors(STREAM)).watched).toBeUndefined()
      await keep(inbox, { cursors: { watched: SEQUENCE } })
      expect((await inbox.shown.cursors(STREAM)).watched).toBe(SEQUENCE)
      expect((await (await place.open()).shown.cursors(STREAM)).watched).toBe(SEQUENCE)
    })

    it('belongs to an address, and to a profile', async () => {
      const place = await newPlace()
      const inbox = await place.open({ profile: 'a' })
      const elsewhere = 'wss://other.example/realtime'
      await keep(inbox, { cursors: { watched: '1' } })
      await keep(inbox, { cursors: { watched: '2' }, stream: elsewhere })
      expect(await inbox.shown.cursors(STREAM)).toEqual({ watched: '1' })
      expect(await inbox.shown.cursors(elsewhere)).toEqual({ watched: '2' })
      expect(await (await place.open({ profile: 'b' })).shown.cursors(STREAM)).toEqual({})
    })

    it('is one for what was watched and one for what was processed', async () => {
      const inbox = await open()
      await keep(inbox, { cursors: { watched: '1', processed: '1' } })
      await keep(inbox, { cursors: { watched: '5' } })
      expect(await inbox.shown.cursors(STREAM)).toEqual({ watched: '5', processed: '1' })
      await keep(inbox, { cursors: { processed: '3' } })
      expect(await inbox.shown.cursors(STREAM)).toEqual({ watched: '5', processed: '3' })
    })

    it('elsewhere is the latest of its kind at any other address', async () => {
      const inbox = await open()
      await keep(inbox, { cursors: { watched: '1', processed: '1' } })
      expect(await inbox.shown.elsewhere(STREAM, 'watched')).toBeNull()
      const [first, second] = ['wss://first.example', 'wss://second.example']
      await keep(inbox, { stream: second, cursors: { watched: '2' }, at: '2026-03-10T12:00:02.000Z' })
      await keep(inbox, { stream: first, cursors: { watched: '3' }, at: '2026-03-10T12:00:01.000Z' })
      expect(await inbox.shown.elsewhere(STREAM, 'watched')).toEqual({ stream: second, sequence: '2' })
      expect(await inbox.shown.elsewhere(STREAM, 'processed')).toBeNull()
      expect(await inbox.shown.elsewhere(second, 'processed')).toEqual({ stream: STREAM, sequence: '1' })
    })

    it('can be moved, also backwards, and otherwise stays', async () => {
      const inbox = await open()
      for (const watched of ['7', '8', '3']) await keep(inbox, { cursors: { watched } })
      expect((await inbox.shown.cursors(STREAM)).watched).toBe('3')
      await keep(inbox, { cursors: {}, shown: [group('evt_1')] })
      expect((await inbox.shown.cursors(STREAM)).watched).toBe('3')
    })
  })

  describe('progress', () => {
    it('is readable for others', async () => {
      const place = await newPlace()
      const [inbox, other] = [await place.open(), await place.open()]
      const shown = [group('evt_1', 'evt_2'), group('evt_3')]
      await keep(inbox, { shown, approvals: approvals({}), cursors: { watched: '3' } })
      expect(await other.shown.cursors(STREAM)).toEqual({ watched: '3' })
      expect(await shownBefore(other, ['evt_1', 'evt_2', 'evt_3', 'evt_4'])).toEqual(
        new Set(['evt_1', 'evt_2', 'evt_3']),
      )
      expect(await all(other.reading.approvals())).toHaveLength(1)
    })

    it('of a cursor is saved only by who holds it', async () => {
      const inbox = await open()
      const record = progress({ shown: [group('evt_1')], cursors: { watched: '1' } })
      await expect(inbox.writing.progress(record)).rejects.toBeInstanceOf(LeaseLost)
      const lease = (await inbox.queue.lease('cursor', 'alone'))!
      await lease.release()
      await expect(inbox.writing.progress(record, lease)).rejects.toBeInstanceOf(LeaseLost)
      expect(await inbox.shown.cursors(STREAM)).toEqual({})
      expect(await shownBefore(inbox, ['evt_1'])).toEqual(new Set())
    })

    it('without a cursor needs no hold', async () => {
      const inbox = await open()
      await inbox.writing.progress(progress({ approvals: approvals({}), saving: false }))
      expect(await all(inbox.reading.approvals())).toHaveLength(1)
    })
  })

  describe('what was shown before', () => {
    const IDS = ['evt_1', 'evt_2', 'evt_3', 'evt_4']

    it('is nothing at first', async () => {
      const inbox = await open()
      expect(await shownBefore(inbox, IDS)).toEqual(new Set())
      expect(await shownBefore(inbox, [])).toEqual(new Set())
    })

    it('is what was shown in every group', async () => {
      const inbox = await open()
      await show(inbox, 'evt_1', 'evt_2')
      await show(inbox, 'evt_4')
      expect(await shownBefore(inbox, ['evt_4', ...IDS, 'evt_1'])).toEqual(
        new Set(['evt_1', 'evt_2', 'evt_4']),
      )
    })
  })

  describe('a hash', () => {
    // From the page of the hash's authors (isthe.com/chongo/tech/comp/fnv).
    it.each([
      ['', 0x811c9dc5],
      ['a', 0xe40c292c],
      ['foobar', 0xbf9cf968],
    ])('of %j is FNV-1a', (text, hash) => {
      expect(hashOf(text)).toBe(hash | 0)
    })

    // Known collisions of it.
    it.each([
      ['costarring', 'liquid'],
      ['declinate', 'macallums'],
      ['altarage', 'zinke'],
    ])('that is the same for %s and %s hides neither of them', async (one, other) => {
      expect(hashOf(one)).toBe(hashOf(other))
      const inbox = await open()
      await show(inbox, 'evt_1', one)
      expect(await shownBefore(inbox, [one, other])).toEqual(new Set([one]))
      await show(inbox, other)
      expect(await shownBefore(inbox, [one, other])).toEqual(new Set([one, other]))
    })

    it('may be twice in one group', async () => {
      const inbox = await open()
      await show(inbox, 'costarring', 'liquid', 'costarring')
      expect(await shownBefore(inbox, ['liquid', 'costarring'])).toEqual(new Set(['liquid', 'costarring']))
    })
  })

  describe('any text', () => {
    it('may be an id', async () => {
      for (const id of DIFFICULT_TEXTS) {
        const inbox = await open()
        await show(inbox, 'evt_0', id, 'evt_2')
        expect(await shownBefore(inbox, ['evt_9', id]), id).toEqual(new Set([id]))
        for (const other of [`${id}x`, `x${id}`, id.slice(1), JSON.stringify(id)].filter(
          each => each !== id,
        )) {
          expect(await shownBefore(inbox, [other]), other).toEqual(new Set())
        }
      }
    })

    it('is not found in a group of other texts with the same hashes', async () => {
      for (const id of [...DIFFICULT_TEXTS, '","', '"\n"']) {
        const inbox = await open()
        const others = DIFFICULT_TEXTS.filter(text => text !== id)
        const hashes = others.map(() => hashOf(id))
        const made = groupOf([...others, `${id}"`, `"${id}`, `${id}x${id}`], hashes)
        await keep(inbox, { shown: [made] })
        expect(await shownBefore(inbox, [id]), id).toEqual(new Set())
      }
    })

    it('is read from a group as it was written', async () => {
      const text = fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.constantFrom(...DIFFICULT_TEXTS),
        fc.string(),
      )
      const lone = fc.array(fc.integer({ min: 0, max: 0xffff })).map(codes => String.fromCharCode(...codes))
      const any = fc.oneof(text, lone)
      const inbox = await open()
      await fc.assert(
        fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 8 }), async texts => {
          const made = group(...texts)
          expect(
            textOf(made.ids)
              .slice(1, -1)
              .split('\n')
              .map(line => JSON.parse(line)),
          ).toEqual(texts)
          const ids = new Set(texts)
          await keep(inbox, { shown: [made] })
          expect(await shownBefore(inbox, [...ids])).toEqual(ids)
        }),
        cases(),
      )
    })
  })
})
