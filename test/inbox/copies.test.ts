/** Copies of one event under new delivery ids, which aren't signed: who saw one delivery can send any number of them. */

import { expect, it } from 'vitest'
import type { Arrival, Inbox } from '#inbox/inbox.ts'
import { AT, listed, OTHER_BYTES, STORE_A, STORE_B, TAIL, WATCHED } from './arriving.ts'
import { describeEngines } from './engines.ts'
import { all, attempt, isPending, nextPending, take, takeAll } from './keeping.ts'

const ids = (count: number, prefix = 'dlv') => Array.from({ length: count }, (_, n) => `${prefix}_${n + 1}`)
const copies = (count: number, over: Partial<Arrival> = {}, prefix?: string) =>
  ids(count, prefix).map(delivery => ({ ...over, delivery }))
const leftOut = expect.objectContaining({
  verdict: 'duplicate',
  forward: 'none',
  altered: false,
  leftOut: true,
})
const count = async (inbox: Inbox) => (await listed(inbox, 100)).length

describeEngines(({ open }) => {
  it.each([
    ['together', (inbox: Inbox) => takeAll(inbox, copies(30))],
    [
      'one after the other',
      async (inbox: Inbox) => {
        const taken = []
        for (const copy of copies(30)) taken.push(await take(inbox, copy))
        return taken
      },
    ],
  ])('of copies that come %s it keeps ten, and the first is forwarded', async (_, takes) => {
    const inbox = await open()
    const taken = await takes(inbox)
    expect(taken.slice(10)).toEqual(Array(20).fill(leftOut))
    expect(taken.slice(1).every(({ verdict }) => verdict === 'duplicate')).toBe(true)
    expect((await listed(inbox, 100)).map(({ delivery }) => delivery)).toEqual(ids(10).reverse())
    expect(await inbox.queue.countPending()).toBe(1)
    expect((await nextPending(inbox))?.delivery).toBe('dlv_1')
    // Who waits for the event can ask for it by the name that it got.
    expect(await isPending(inbox, taken[29]!.keptAs)).toBe(true)
    await attempt(inbox, 'dlv_1', 204)
    expect(await isPending(inbox, taken[29]!.keptAs)).toBe(false)
  })

  it('a copy that makes its event pending is kept, however many came without a target', async () => {
    const inbox = await open()
    await takeAll(inbox, copies(15, WATCHED))
    expect(await take(inbox, { delivery: 'dlv_target' })).toMatchObject({
      verdict: 'duplicate',
      forward: 'pending',
      keptAs: 'dlv_target',
    })
    expect((await nextPending(inbox))?.delivery).toBe('dlv_target')
    expect(await takeAll(inbox, copies(5, {}, 'later'))).toEqual(Array(5).fill(leftOut))
    expect(await count(inbox)).toBe(11)
  })

  it('a resend of a copy that was kept stays what it was', async () => {
    const inbox = await open()
    await takeAll(inbox, copies(15))
    expect(await take(inbox, { delivery: 'dlv_1' })).toMatchObject({
      verdict: 'duplicate',
      forward: 'pending',
    })
    expect(await take(inbox, { delivery: 'dlv_7' })).toMatchObject({ forward: 'none', keptAs: 'dlv_7' })
  })

  it('the first one over the other channel is kept, and is pending again for a replay', async () => {
    const inbox = await open()
    await takeAll(inbox, copies(15))
    await attempt(inbox, 'dlv_1', 204)
    expect(await take(inbox, TAIL)).toMatchObject({ verdict: 'accepted', forward: 'none', keptAs: 'rt_1' })
    const other = { ...TAIL, ...OTHER_BYTES }
    expect(await take(inbox, other)).toEqual(leftOut)
    const againUpTo = await inbox.reading.mark()
    const again = await take(inbox, { ...other, againUpTo })
    expect(again).toMatchObject({ verdict: 'duplicate', forward: 'pending' })
    expect((await nextPending(inbox))?.delivery).toBe(again.keptAs)
    expect(await take(inbox, { ...TAIL, body: Buffer.from('{  }'), againUpTo })).toEqual(leftOut)
    expect(await count(inbox)).toBe(12)
  })

  it('an event of another store with the same id is no copy', async () => {
    const inbox = await open()
    await takeAll(inbox, copies(12, STORE_A))
    const other = { ...STORE_B, ...OTHER_BYTES, delivery: 'dlv_b' }
    expect(await take(inbox, other)).toMatchObject({ verdict: 'accepted', forward: 'pending' })
    expect(await count(inbox)).toBe(11)
  })

  it('events without an id can not be told apart, so all are kept', async () => {
    const inbox = await open()
    await takeAll(inbox, copies(15, { eventId: null }))
    expect(await count(inbox)).toBe(15)
  })

  it('one an hour is kept, so an event that still arrives isn’t pruned and comes to no target again', async () => {
    const inbox = await open()
    await takeAll(inbox, copies(15))
    await attempt(inbox, 'dlv_1', 204)
    const after = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString()
    expect(await take(inbox, { delivery: 'dlv_soon', receivedAt: after(59) })).toEqual(leftOut)
    const late = { delivery: 'dlv_late', receivedAt: after(5 * 24 * 60) }
    expect(await take(inbox, late)).toMatchObject({ verdict: 'duplicate', keptAs: 'dlv_late' })
    expect(await take(inbox, { ...late, delivery: 'dlv_then' })).toEqual(leftOut)
    await take(inbox, { ...late, delivery: 'dlv_new', eventId: 'evt_new' })
    await all(inbox.prune(Date.parse(after(3 * 24 * 60))))
    expect(await take(inbox, { ...late, delivery: 'dlv_again' })).toMatchObject({ forward: 'none' })
  })
})
