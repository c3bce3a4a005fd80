/** What is kept of the attempts to send a delivery. */

import { describe, expect, it } from 'vitest'
import { AT, ended } from './arriving.ts'
import { describeEngines } from './engines.ts'
import { attempt, take } from './keeping.ts'

describeEngines(({ open, newPlace }) => {
  describe('an attempt', () => {
    it('is kept whole, in its order, with its delivery only', async () => {
      const inbox = await open()
      await take(inbox)
      await take(inbox, { delivery: 'dlv_2', eventId: 'evt_2' })
      await attempt(inbox, 'dlv_1', null, { error: 'timed out', ms: 15_000, to: 'https://shop.example' })
      await attempt(inbox, 'dlv_2', 204)
      await attempt(inbox, 'dlv_1', 200, {
        at: '2026-03-10T12:00:20.000Z',
        ms: 12,
        answer: 'tudo certo ✓\n',
        replay: true,
      })
      expect(await inbox.reading.attemptsOf((await inbox.reading.find('dlv_1'))!)).toEqual([
        {
          attempt: 1,
          at: AT,
          to: 'https://shop.example',
          status: null,
          ms: 15_000,
          error: 'timed out',
          answer: '',
          replay: false,
        },
        {
          attempt: 2,
          at: '2026-03-10T12:00:20.000Z',
          to: 'http://127.0.0.1:3000',
          status: 200,
          ms: 12,
          error: null,
          answer: 'tudo certo ✓\n',
          replay: true,
        },
      ])
      expect(await inbox.reading.attemptsOf((await inbox.reading.find('dlv_2'))!)).toMatchObject([
        { attempt: 1, status: 204 },
      ])
    })

    it('is kept with the 49 before it; all are counted', async () => {
      const inbox = await open()
      await take(inbox)
      await take(inbox, { delivery: 'dlv_2', eventId: 'evt_2' })
      await attempt(inbox, 'dlv_2', 500)
      for (let n = 1; n <= 120; n++) await attempt(inbox, 'dlv_1', 500, { ms: n })
      const kept = await inbox.reading.attemptsOf((await inbox.reading.find('dlv_1'))!)
      expect(kept.map(each => [each.attempt, each.ms])).toEqual(
        Array.from({ length: 50 }, (_, n) => [n + 71, n + 71]),
      )
      expect((await inbox.reading.find('dlv_1'))?.attempts).toBe(120)
      expect(await inbox.reading.attemptsOf((await inbox.reading.find('dlv_2'))!)).toHaveLength(1)
    })

    it('gets its number from the inbox, though two processes record at once', async () => {
      const place = await newPlace()
      const [inbox, one, other] = [
        await place.open(),
        await place.open({ stream: true }),
        await place.open({ stream: true }),
      ]
      await take(inbox)
      const { id } = (await inbox.reading.find('dlv_1'))!
      await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          [one, other][n % 2]!.writing.attempted(ended(id, 500, { ms: n })),
        ),
      )
      const kept = await inbox.reading.attemptsOf((await inbox.reading.find('dlv_1'))!)
      expect(kept.map(each => each.attempt)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
      expect(new Set(kept.map(each => each.ms)).size).toBe(40)
    })
  })
})
