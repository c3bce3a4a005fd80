/** What comes at once, and an inbox that ends. */

import { describe, expect, it } from 'vitest'
import { SaveError } from '#inbox/inbox.ts'
import { arrival, ended, numbered, numbers, pending, TAIL, take, takeAll } from './arriving.ts'
import { describeEngines } from './engines.ts'

describeEngines(({ newPlace, open }) => {
  describe('what is taken at once', () => {
    it('keeps its order, and each body its own', async () => {
      const inbox = await open()
      const bodies = numbers(300).map(n => Buffer.from('x'.repeat(n)))
      const taken = await takeAll(
        inbox,
        bodies.map((body, n) => numbered(n, { body })),
      )
      const ids = taken.map(({ id }) => id)
      for (const [n, id] of ids.entries()) {
        expect(await inbox.reading.find(id)).toMatchObject({ delivery: `dlv_${n}`, body: bodies[n] })
      }
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    })

    it('may come with attempts and with what was shown', async () => {
      const inbox = await open()
      const { id } = await take(inbox)
      const { id: shown } = await take(inbox, { ...TAIL, eventId: 'evt_9' })
      const lease = (await inbox.queue.lease('cursor', 'alone'))!
      const cursor = { stream: 'wss://a.example', sequence: '3', reachedAt: new Date(0).toISOString() }
      await Promise.all([
        take(inbox, numbered(2)),
        inbox.writing.attempted(ended(id, 204)),
        inbox.writing.shown({ events: [shown], cursor }, lease),
        take(inbox, numbered(4)),
      ])
      expect(await inbox.reading.find(id)).toMatchObject({ forward: 'done', attemptCount: 1 })
      expect(await inbox.cursors.of(cursor.stream)).toEqual(cursor)
      expect(await pending(inbox)).toBe(3)
      await lease.release()
    })

    it('is refused, and may come again, if too much waits', async () => {
      const inbox = await open()
      const body = Buffer.alloc(1024 * 1024)
      const taken = await Promise.allSettled(numbers(70).map(n => take(inbox, numbered(n, { body }))))
      const refused = taken.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
      expect(refused.length).toBeGreaterThan(0)
      for (const reason of refused) expect(reason).toMatchObject({ name: 'SaveError', away: true })
      expect(await take(inbox, numbered(70, { body }))).toMatchObject({ verdict: 'accepted' })
    })
  })

  describe('an inbox that is closed', () => {
    it('answers every caller, and has what was answered as kept', async () => {
      const place = await newPlace()
      const inbox = await place.open()
      const taken = Promise.allSettled(numbers(100).map(n => take(inbox, numbered(n))))
      await inbox.close()
      const other = await place.open()
      for (const each of await taken) {
        if (each.status === 'fulfilled') expect(await other.reading.find(each.value.id)).not.toBeNull()
      }
      await expect(inbox.writing.insert(arrival())).rejects.toBeInstanceOf(SaveError)
    })
  })
})
