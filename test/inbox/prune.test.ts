/** What is dropped by age, and what never is. */

import { describe, expect, it, onTestFinished } from 'vitest'
import type { Arrival, Inbox } from '#inbox/inbox.ts'
import { AT_ANY_TIME } from '#inbox/model.ts'
import { prune as pruneEvents } from '#inbox/prune.ts'
import { type Sql, sql } from '#inbox/sql.ts'
import { SqliteEngine } from '#inbox/sqlite/engine.ts'
import { FakeClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { attempt, listed, numbers, openInbox, saveCursor, TAIL, take } from './arriving.ts'
import { describeEngines, type Inboxes } from './engines.ts'

const NOW = Date.parse('2026-06-30T12:00:00.000Z')
const DAY = 86_400_000
const ago = (days: number) => new Date(NOW - days * DAY).toISOString()

let number = 0
/** Takes an event that arrived some days ago; each call has a new one. */
function old(inbox: Inbox, days: number, over: Partial<Arrival> = {}) {
  const n = ++number
  return take(inbox, {
    delivery: `dlv_${n}`,
    eventId: `evt_${n}`,
    receivedAt: ago(days),
    forward: false,
    ...over,
  })
}

/** An inbox that got something today. */
async function openNow(open: Inboxes['open'], nowMs = NOW): Promise<Inbox> {
  const inbox = await open({ clock: new FakeClock(nowMs, { passing: true }) })
  await old(inbox, 0)
  return inbox
}

async function prune(inbox: Inbox, days: number, nowMs = NOW): Promise<number> {
  let dropped = 0
  for await (dropped of inbox.prune(nowMs - days * DAY));
  return dropped
}

async function has(inbox: Inbox, id: number): Promise<boolean> {
  return (await inbox.reading.find(id)) !== null
}

describeEngines(({ open }) => {
  describe('pruning', () => {
    it('drops what is old, with its arrivals and attempts, in batches', async () => {
      const inbox = await openNow(open)
      const ids: number[] = []
      for (const _ of numbers(450)) ids.push((await old(inbox, 40)).id)
      const { id: young } = await old(inbox, 20)
      await attempt(inbox, ids[0]!, 204, { replay: true })
      expect(await prune(inbox, 30)).toBe(450)
      expect(await has(inbox, young)).toBe(true)
      expect(await inbox.reading.attemptsOf(ids[0]!)).toEqual([])
      expect(await inbox.reading.arrivalsOf(ids[0]!)).toEqual([])
      expect(await listed(inbox)).toHaveLength(2)
      expect(await prune(inbox, 30)).toBe(0)
    })

    it('never drops what is pending or parked, or an event that came again later', async () => {
      const inbox = await openNow(open)
      const { id: pending } = await old(inbox, 40, { forward: true })
      const { id: parked } = await old(inbox, 40, { forward: true })
      await attempt(inbox, parked, 400, { outcome: 'parked' })
      const { id: again } = await old(inbox, 40, { eventId: 'evt_again' })
      await take(inbox, { ...TAIL, eventId: 'evt_again', receivedAt: ago(1) })
      const { id: done } = await old(inbox, 40, { forward: true })
      await attempt(inbox, done, 204)
      expect(await prune(inbox, 30)).toBe(1)
      for (const id of [pending, parked, again]) expect(await has(inbox, id)).toBe(true)
      expect(await has(inbox, done)).toBe(false)
    })

    it('goes by the newest arrival of an event, also if a clock was set back after it', async () => {
      const inbox = await openNow(open)
      const { id } = await old(inbox, 1, { eventId: 'evt_back' })
      await old(inbox, 40, { eventId: 'evt_back' })
      expect(await prune(inbox, 30)).toBe(0)
      expect(await has(inbox, id)).toBe(true)
    })

    it('gives no number again', async () => {
      const inbox = await openNow(open)
      const { id } = await old(inbox, 40)
      await prune(inbox, 30)
      expect((await old(inbox, 0)).id).toBeGreaterThan(id)
    })

    it('keeps two days, whatever is asked for', async () => {
      const inbox = await openNow(open)
      const { id: young } = await old(inbox, 1.9)
      const { id } = await old(inbox, 2.1)
      expect(await prune(inbox, 0)).toBe(1)
      expect([await has(inbox, young), await has(inbox, id)]).toEqual([true, false])
    })

    it('counts ages back from the newest arrival if the clock is ahead', async () => {
      const ahead = NOW + 365 * DAY
      const inbox = await openNow(open, ahead)
      const { id } = await old(inbox, 89)
      const { id: older } = await old(inbox, 91)
      expect(await prune(inbox, 90, ahead)).toBe(1)
      expect([await has(inbox, id), await has(inbox, older)]).toEqual([true, false])
    })

    it('counts them back from now if an arrival lies ahead', async () => {
      const inbox = await openNow(open)
      await old(inbox, -365)
      const { id } = await old(inbox, 29)
      await old(inbox, 31)
      expect(await prune(inbox, 30)).toBe(1)
      expect(await has(inbox, id)).toBe(true)
    })

    it.each([
      ['20 days ago', ago(20), 22],
      ['nobody knows when', AT_ANY_TIME, Number.POSITIVE_INFINITY],
    ])(
      'keeps what a tail could read again from a cursor that has reached a time: %s',
      async (_name, reachedAt, keeps) => {
        const inbox = await openNow(open)
        const { id: young } = await old(inbox, 21.9)
        const { id } = await old(inbox, 22.1)
        await saveCursor(inbox, { reachedAt })
        await prune(inbox, 10)
        expect([await has(inbox, young), await has(inbox, id)]).toEqual([true, keeps > 22.1])
      },
    )

    it('leaves from when on the log is whole', async () => {
      const inbox = await open({ clock: new FakeClock(NOW, { passing: true }) })
      await old(inbox, 50, { forward: true })
      await old(inbox, 40)
      await old(inbox, 0)
      expect(await prune(inbox, 30)).toBe(1)
      // And the five minutes by which the service’s clock may differ.
      expect(await inbox.reading.firstArrival()).toBe(new Date(NOW - 30 * DAY + 300_000).toISOString())
    })
  })
})

it('drops nothing that a replay makes pending while it is pruned', async () => {
  const clock = new FakeClock(NOW, { passing: true })
  const place = { dataDir: temporaryFolder(), profile: 'default' }
  const engine = await SqliteEngine.open({ ...place, clock })
  onTestFinished(() => engine.close(Promise.resolve()))
  const inbox = await openInbox(place.dataDir)
  const { id } = await old(inbox, 40)
  const racing = {
    profileToWrite: () => engine.profileToWrite(),
    rows: async (statement: Sql) => {
      const found = await engine.rows(statement)
      await engine.rows(sql`UPDATE log_events SET forward = 'pending'`)
      return found
    },
    transaction: (work: Parameters<typeof engine.transaction>[0]) => engine.transaction(work),
    giveSpaceBack: () => engine.giveSpaceBack(),
  } as unknown as SqliteEngine
  let dropped = 0
  for await (dropped of pruneEvents(racing, NOW - 30 * DAY, clock));
  expect([dropped, await has(inbox, id)]).toEqual([0, true])
})
