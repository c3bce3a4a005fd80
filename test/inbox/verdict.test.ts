/** The verdict on a delivery, depending on what is already in the inbox. */

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { AT, arrival, listed, OTHER } from './arriving.ts'
import { describeEngines } from './engines.ts'
import { attempt, take } from './keeping.ts'
import { CASES } from './verdict-cases.ts'

describeEngines(({ open }) => {
  describe('the verdict on an arrival', () => {
    it.each(CASES)('$is: $verdict, $forward', async given => {
      const { before, verdict, forward, altered = false } = given
      const inbox = await open()
      for (const { answered, ...over } of before) {
        await take(inbox, over)
        if (answered) await attempt(inbox, arrival(over).delivery, answered)
      }
      const keptAs = altered
        ? expect.stringMatching(/^(dlv|rt)_\w+~[0-9a-f]{12}$/)
        : arrival(given.comes).delivery
      const taken = await take(inbox, given.comes)
      expect(taken).toEqual({ verdict, forward, altered, otherApproval: null, keptAs })
      expect((await inbox.reading.find(taken.keptAs))?.forward).toBe(forward)
      const last = before.at(-1)
      if (last) expect((await inbox.reading.find(arrival(last).delivery))?.body).toEqual(Buffer.from('{}'))
    })

    it('keeps a delivery id once, as it came first', async () => {
      const inbox = await open()
      await take(inbox)
      await take(inbox, { receivedAt: '2026-03-11T12:00:00.000Z' })
      expect(await listed(inbox, 10)).toHaveLength(1)
      expect(await inbox.reading.find('dlv_1')).toMatchObject({ receivedAt: AT })
    })

    it('keeps other bytes under a known delivery id beside the first, once', async () => {
      const inbox = await open()
      const other = { body: Buffer.from('{"amount":1}'), eventId: 'evt_2' }
      await take(inbox)
      const { keptAs } = await take(inbox, other)
      expect(await take(inbox, other)).toMatchObject({
        verdict: 'duplicate',
        forward: 'pending',
        altered: true,
        keptAs,
      })
      expect((await listed(inbox, 10)).map(each => [each.delivery, each.given])).toEqual([
        [keptAs, 'dlv_1'],
        ['dlv_1', 'dlv_1'],
      ])
      expect(await inbox.reading.find('dlv_1')).toMatchObject({ body: Buffer.from('{}') })
      expect(await inbox.reading.find(keptAs)).toMatchObject({ body: other.body })
    })

    it('saves it even if a delivery id already has its usual name', async () => {
      const inbox = await open()
      const other = { body: Buffer.from('{"amount":1}'), eventId: 'evt_2' }
      await take(inbox)
      const name = `dlv_1~${createHash('sha256').update(other.body).digest('hex').slice(0, 12)}`
      await take(inbox, { delivery: name })
      const taken = await take(inbox, other)
      expect(taken).toMatchObject({ verdict: 'accepted', forward: 'pending' })
      expect(await take(inbox, other)).toMatchObject({ verdict: 'duplicate', keptAs: taken.keptAs })
      expect(await inbox.reading.find(taken.keptAs)).toMatchObject({ eventId: 'evt_2', given: 'dlv_1' })
    })

    it('keeps an event once for each delivery id', async () => {
      const inbox = await open()
      await take(inbox)
      await take(inbox, OTHER)
      expect((await listed(inbox, 10)).map(each => each.delivery)).toEqual(['dlv_2', 'dlv_1'])
    })
  })
})
