/** What the realtime channel has shown, and how far its streams have been read. */

import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LeaseLost } from '#inbox/inbox.ts'
import { eventHash } from '#inbox/shown.ts'
import { approvals, DIFFICULT_TEXTS, group, progress, STREAM, shownBefore } from './showing.ts'

/** More digits than a double holds. */
const SEQUENCE = '00900719925474099300001'

import { describeEngines } from './engines.ts'
import { all, keep, show } from './keeping.ts'

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

  it('any text may be an id', async () => {
    const inbox = await open()
    for (const id of DIFFICULT_TEXTS) {
      const others = [`${id}x`, `x${id}`, id.slice(1), JSON.stringify(id)].filter(other => other !== id)
      await show(inbox, id)
      expect(await shownBefore(inbox, ['evt_9', id]), id).toEqual(new Set([id]))
      for (const other of others) expect(eventHash(other), other).not.toBe(eventHash(id))
    }
  })
})

describe('the hash of an id', () => {
  it.each([
    ['in order', (n: number) => `evt_${n}`],
    ['random', () => `evt_${randomBytes(6).toString('hex')}`],
    ['short', (n: number) => String.fromCharCode(n & 0xff, n >>> 8)],
  ])('is its own, of ids that are %s', (_, idOf) => {
    const ids = new Set(Array.from({ length: 60_000 }, (_, n) => idOf(n)))
    const hashes = Array.from(ids, eventHash)
    expect(new Set(hashes).size).toBe(ids.size)
    // Each half alone: with 32 bits, 60,000 have hardly one in common.
    for (const shift of [0n, 32n]) {
      const half = new Set(hashes.map(hash => BigInt.asUintN(32, hash >> shift)))
      expect(ids.size - half.size).toBeLessThan(10)
    }
  })
})
