/** What `events tail` has shown, and how far it has read each stream. */

import { describe, expect, it } from 'vitest'
import { type Inbox, type Lease, LeaseLost, type SavedCursor } from '#inbox/inbox.ts'
import { AT, TAIL, take, takeMany } from './arriving.ts'
import { describeEngines } from './engines.ts'

const STREAM = 'wss://realtime.example/ws'
const cursor = (sequence: string, over: Partial<SavedCursor> = {}): SavedCursor => ({
  stream: STREAM,
  sequence,
  reachedAt: AT,
  ...over,
})

async function holding<T>(inbox: Inbox, work: (lease: Lease) => Promise<T>): Promise<T> {
  const lease = (await inbox.queue.lease('cursor', 'alone'))!
  try {
    return await work(lease)
  } finally {
    await lease.release()
  }
}

const save = (inbox: Inbox, ...cursors: SavedCursor[]) =>
  holding(inbox, async lease => {
    for (const cursor of cursors) await inbox.writing.shown({ events: [], cursor }, lease)
  })

describeEngines(({ open, newPlace }) => {
  describe('an event', () => {
    it('is shown once it was marked so, for every process and after a restart', async () => {
      const place = await newPlace()
      const inbox = await place.open()
      const { id } = await take(inbox, TAIL)
      expect(await take(inbox, TAIL)).toMatchObject({ isShown: false })
      await holding(inbox, lease => inbox.writing.shown({ events: [id], cursor: cursor('1') }, lease))
      const other = await place.open()
      expect(await take(other, TAIL)).toMatchObject({ id, isShown: true })
    })

    it('of a listener alone was shown by no tail', async () => {
      const inbox = await open()
      await take(inbox)
      expect(await take(inbox, TAIL)).toMatchObject({ isShown: false })
    })

    it('is marked with hundreds of others in one commit', async () => {
      const inbox = await open()
      const takeThem = () => takeMany(inbox, 500, { channel: 'realtime' })
      const taken = await takeThem()
      const events = taken.map(({ id }) => id)
      await holding(inbox, lease => inbox.writing.shown({ events, cursor: cursor('500') }, lease))
      const again = await takeThem()
      expect(again.filter(({ isShown }) => !isShown)).toEqual([])
    })
  })

  describe('a cursor', () => {
    it('is kept for each stream, with every digit, and moves', async () => {
      const place = await newPlace()
      const inbox = await place.open()
      expect(await inbox.cursors.of(STREAM)).toBeNull()
      const other = cursor('7', { stream: 'wss://other.example/ws' })
      await save(inbox, cursor('9007199254740993'), other, cursor('9007199254740995'))
      const reader = await place.open()
      expect(await reader.cursors.of(STREAM)).toEqual(cursor('9007199254740995'))
      expect(await reader.cursors.of(other.stream)).toEqual(other)
    })

    it('is forgotten alone; the oldest is the one that has reached the earliest time', async () => {
      const inbox = await open()
      const old = cursor('1', { stream: 'wss://old.example/ws', reachedAt: '2026-01-01T00:00:00.000Z' })
      await save(inbox, cursor('5'), old)
      expect(await inbox.cursors.oldest()).toEqual(old)
      expect(await inbox.cursors.forget(old.stream)).toBe(true)
      expect(await inbox.cursors.forget(old.stream)).toBe(false)
      expect(await inbox.cursors.oldest()).toEqual(cursor('5'))
    })

    it('is not moved by a process that has lost the role: nothing of it is written', async () => {
      const inbox = await open()
      const { id } = await take(inbox, TAIL)
      const lease = (await inbox.queue.lease('cursor', 'alone'))!
      await lease.release()
      const shown = inbox.writing.shown({ events: [id], cursor: cursor('9') }, lease)
      await expect(shown).rejects.toBeInstanceOf(LeaseLost)
      expect(await inbox.cursors.of(STREAM)).toBeNull()
      expect(await take(inbox, TAIL)).toMatchObject({ isShown: false })
    })

    it('belongs to its profile', async () => {
      const place = await newPlace()
      const [one, other] = [await place.open(), await place.open({ profile: 'b' })]
      await save(one, cursor('5'))
      expect(await other.cursors.of(STREAM)).toBeNull()
    })
  })
})
