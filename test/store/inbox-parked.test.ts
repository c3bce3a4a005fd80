/** Parked deliveries: what they count as, and how they become done or pending again. */

import { describe, expect, it } from 'vitest'
import type { Inbox } from '../../src/store/inbox/inbox.ts'
import { temporaryFolder } from '../support/folder.ts'
import { arrival, ended, listed, openInbox, openSqlite } from './arrivals.ts'

/** An inbox with a delivery that is parked, dlv_1 of evt_1, and one that is pending, dlv_2. */
async function withParked() {
  const folder = temporaryFolder()
  const inbox = await openSqlite(folder)
  await inbox.take(arrival())
  await inbox.take(arrival({ delivery: 'dlv_2', eventId: 'evt_2', paymentId: 'pay_2' }))
  await inbox.attempted(ended(1, 422, { outcome: 'parked' }))
  return { inbox, file: await openInbox(folder) }
}

async function chosen(inbox: Inbox, which: 'pending' | 'parked'): Promise<number[]> {
  const found: number[] = []
  for await (const ids of inbox.toReplay({ which }, await inbox.mark())) found.push(...ids)
  return found
}

describe('a parked delivery', () => {
  it('is no longer pending, but counted and listed', async () => {
    const { inbox, file } = await withParked()
    expect(await inbox.figures()).toMatchObject({ pending: 1, parked: 1 })
    expect(await inbox.countPending()).toBe(1)
    expect(await inbox.find('dlv_1')).toMatchObject({ forward: 'parked', attempts: 1, lastStatus: 422 })
    expect(await inbox.standing({ id: 1 })).toMatchObject({ forward: 'parked' })
    expect(await inbox.pendingOf(['dlv_1', 'dlv_2'])).toEqual(new Set(['dlv_2']))
    expect((await listed(file, 10)).map(({ forward }) => forward)).toEqual(['pending', 'parked'])
    expect((await listed(file, 10, { forward: 'parked' })).map(({ id }) => id)).toEqual([1])
    expect((await listed(file, 10, { forward: 'pending' })).map(({ id }) => id)).toEqual([2])
  })

  it('is not claimed, and lets the next event of its payment pass', async () => {
    const { inbox } = await withParked()
    await inbox.take(arrival({ delivery: 'dlv_3', eventId: 'evt_3' }))
    const hold = await inbox.hold('forwarding', 'shared')
    expect((await inbox.claim(hold!, 10)).map(({ id }) => id)).toEqual([2, 3])
  })

  it('counts as handled: a resend of its event is not forwarded', async () => {
    const { inbox } = await withParked()
    expect(await inbox.take(arrival())).toMatchObject({ verdict: 'duplicate', forward: 'parked' })
    const resent = await inbox.take(arrival({ delivery: 'dlv_3' }))
    expect(resent).toMatchObject({ verdict: 'duplicate', forward: 'none' })
    expect(await inbox.standing({ id: 3 })).toMatchObject({ forward: 'parked' })
    expect(await inbox.countPending()).toBe(1)
  })

  it('becomes pending if its event is forwarded again on purpose', async () => {
    const { inbox } = await withParked()
    const again = await inbox.take(arrival({ againUpTo: 2 }))
    expect(again).toMatchObject({ forward: 'pending' })
    expect(await inbox.figures()).toMatchObject({ pending: 2, parked: 0 })
    await inbox.attempted(ended(1, 422, { outcome: 'parked' }))
    expect(await inbox.figures()).toMatchObject({ pending: 1, parked: 1 })
  })

  it('is chosen for a replay: a 2xx makes it done, anything else leaves it', async () => {
    const { inbox } = await withParked()
    expect(await chosen(inbox, 'parked')).toEqual([1])
    expect(await chosen(inbox, 'pending')).toEqual([2])
    await inbox.attempted(ended(1, 500, { replay: true }))
    expect(await inbox.find('dlv_1')).toMatchObject({ forward: 'parked', attempts: 2, lastStatus: 500 })
    await inbox.attempted(ended(1, 204, { replay: true }))
    expect(await inbox.find('dlv_1')).toMatchObject({ forward: 'done' })
    expect(await inbox.figures()).toMatchObject({ pending: 1, parked: 0 })
    expect(await chosen(inbox, 'parked')).toEqual([])
  })

  it('is done with its event, whichever delivery of it gets the 2xx', async () => {
    const { inbox } = await withParked()
    await inbox.take(arrival({ delivery: 'dlv_3' }))
    await inbox.attempted(ended(3, 204, { replay: true }))
    expect(await inbox.find('dlv_1')).toMatchObject({ forward: 'done' })
    expect(await inbox.figures()).toMatchObject({ parked: 0 })
  })

  it('is not made of one that is done already', async () => {
    const { inbox } = await withParked()
    await inbox.attempted(ended(2, 204))
    await inbox.attempted(ended(2, 422, { outcome: 'parked' }))
    expect(await inbox.find('dlv_2')).toMatchObject({ forward: 'done' })
  })
})
