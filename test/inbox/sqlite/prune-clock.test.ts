/** What a machine whose clock is ahead drops of an inbox in SQLite, which has no other clock. */

import { describe, expect, it } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { FakeClock } from '../../support/clock.ts'
import { ago, DAY, kept, NOW, onSqlite, prune, take } from '../pruning.ts'
import { progress } from '../showing.ts'

describe('an inbox in SQLite whose clock is ahead', () => {
  const AHEAD = 30 * DAY
  const wrong = () => onSqlite(new FakeClock(NOW + AHEAD, { passing: true }))
  const remaining = async (inbox: Inbox) => {
    await prune(inbox, 2 * DAY, NOW + AHEAD)
    return kept(inbox)
  }

  it('keeps what came less than two days before the last webhook, whose time was signed', async () => {
    const inbox = await wrong()
    for (const days of [3, 1]) await take(inbox, `evt_${days}`, days * DAY)
    await take(inbox, 'evt_last', 0)
    // What a tail brings is not signed.
    await take(inbox, 'evt_tail', -AHEAD, { channel: 'realtime' })
    expect(await remaining(inbox)).toEqual(['evt_1', 'evt_last', 'evt_tail'])
  })

  it('keeps what came less than two days before the last event of a tail that saves its place', async () => {
    const inbox = await wrong()
    for (const days of [5, 1]) await take(inbox, `evt_${days}`, days * DAY, { channel: 'realtime' })
    const lease = await inbox.queue.lease('cursor', 'alone')
    const cursors = { cursors: { watched: '9' }, reached: { watched: ago(0) } }
    await inbox.writing.progress(progress({ at: ago(-AHEAD), ...cursors }), lease!)
    await take(inbox, 'evt_newest', -AHEAD, { channel: 'realtime' })
    expect(await remaining(inbox)).toEqual(['evt_1', 'evt_newest'])
  })

  it('still drops what is two days older than that, and everything that is old if nothing came for months', async () => {
    const inbox = await onSqlite()
    for (const days of [60, 23, 22, 21]) await take(inbox, `evt_${days}`, days * DAY)
    expect(await prune(inbox, 2 * DAY)).toMatchObject({ deliveries: 1 })
    expect(await kept(inbox)).toEqual(['evt_23', 'evt_22', 'evt_21'])
    const quiet = await onSqlite()
    for (const days of [42, 41, 40]) await take(quiet, `evt_${days}`, days * DAY)
    await prune(quiet, 2 * DAY)
    // The newest row always stays.
    expect(await kept(quiet)).toEqual(['evt_40'])
  })
})
