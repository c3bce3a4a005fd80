/** What is kept of the attempts to forward an event, and what becomes of it. */

import { describe, expect, it } from 'vitest'
import { KEPT_ATTEMPTS } from '#inbox/model.ts'
import { AT, attempt, ended, numbered, numbers, take, WATCHED } from './arriving.ts'
import { describeEngines } from './engines.ts'

describeEngines(({ open, newPlace }) => {
  describe('an attempt', () => {
    it('is kept whole, in its order, with its event only', async () => {
      const inbox = await open()
      const { id } = await take(inbox)
      const { id: other } = await take(inbox, numbered(2))
      const to = 'https://shop.example'
      const first = { at: AT, to, status: null, ms: 15_000, error: 'timed out', answer: '' }
      const at = '2026-03-10T12:00:20.000Z'
      const second = { at, status: 200, ms: 12, error: null, answer: 'tudo certo ✓\n' }
      await attempt(inbox, id, null, first)
      await attempt(inbox, other, 204)
      await attempt(inbox, id, 200, { ...second, replay: true })
      expect(await inbox.reading.attemptsOf(id)).toEqual([
        { ...first, number: 1, replay: false },
        { ...second, to: 'http://127.0.0.1:3000', number: 2, replay: true },
      ])
      expect(await inbox.reading.find(id)).toMatchObject({
        attemptCount: 2,
        lastStatus: 200,
        forward: 'done',
      })
    })

    it.each([
      ['204', 'done', 'done'],
      ['500', 'failed', 'pending'],
      ['400', 'parked', 'parked'],
    ] as const)('answered %s, which is %s, makes it %s', async (status, outcome, forward) => {
      const inbox = await open()
      const { id } = await take(inbox)
      await attempt(inbox, id, Number(status), { outcome })
      expect(await inbox.reading.find(id)).toMatchObject({ forward, lastStatus: Number(status) })
    })

    it('that fails takes nothing back: what a target accepted, and what came without a target', async () => {
      const inbox = await open()
      const { id } = await take(inbox)
      await attempt(inbox, id, 204)
      await attempt(inbox, id, 500, { outcome: 'parked', replay: true })
      expect(await inbox.reading.find(id)).toMatchObject({ forward: 'done', lastStatus: 500 })
      const { id: watched } = await take(inbox, numbered(2, WATCHED))
      await attempt(inbox, watched, 500, { replay: true })
      expect(await inbox.reading.find(watched)).toMatchObject({ forward: 'none' })
    })

    it('that is recorded twice, because nobody knew whether it was, is one', async () => {
      const inbox = await open()
      const { id } = await take(inbox)
      const once = ended(id, 500)
      await inbox.writing.attempted(once)
      await inbox.writing.attempted(once)
      expect(await inbox.reading.attemptsOf(id)).toHaveLength(1)
      expect(await inbox.reading.find(id)).toMatchObject({ attemptCount: 1 })
    })

    it('of an event that is gone is no error', async () => {
      const inbox = await open()
      await attempt(inbox, Number.MAX_SAFE_INTEGER, 204)
      expect(await inbox.reading.attemptsOf(Number.MAX_SAFE_INTEGER)).toEqual([])
    })

    it('may have any text', async () => {
      const inbox = await open()
      const { id } = await take(inbox)
      await attempt(inbox, id, 500, { answer: 'a\0b\ud800 ação 💰' })
      expect(await inbox.reading.attemptsOf(id)).toMatchObject([{ answer: 'a\\u0000b\\ud800 ação 💰' }])
    })
  })

  it(`keeps the latest ${KEPT_ATTEMPTS} attempts of an event, and counts all`, async () => {
    const inbox = await open()
    const { id } = await take(inbox)
    for (const _ of numbers(KEPT_ATTEMPTS + 5)) await attempt(inbox, id, 500)
    const kept = await inbox.reading.attemptsOf(id)
    expect(kept.map(({ number }) => number)).toEqual(numbers(KEPT_ATTEMPTS).map(n => n + 5))
    expect(await inbox.reading.find(id)).toMatchObject({ attemptCount: KEPT_ATTEMPTS + 5 })
  })

  it('makes all that is parked and goes somewhere pending again, when it is handed over', async () => {
    const place = await newPlace()
    const [inbox, other] = [await place.open(), await place.open({ profile: 'b' })]
    for (const n of [1, 2, 3, 4]) {
      const { id } = await take(inbox, {
        ...numbered(n),
        type: n === 4 ? 'deposit.received' : 'payment.approved',
      })
      if (n > 1) await attempt(inbox, id, 400, { outcome: 'parked' })
    }
    expect(await other.queue.unpark(null)).toBe(0)
    expect(await inbox.queue.stats()).toMatchObject({ pending: 1, parked: 3 })
    expect(await inbox.queue.unpark({ of: ['*'], except: ['payment.*'] })).toBe(2)
    expect(await inbox.queue.stats()).toMatchObject({ pending: 3, parked: 1 })
    expect(await inbox.queue.unpark(null)).toBe(1)
  })
})
