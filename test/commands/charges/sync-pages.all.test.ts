/** What a sync reads, and that nothing is missing afterwards. */

import { describe, expect, it } from 'vitest'
import type { Archive } from '#charges/archive/archive.ts'
import type { Payment } from '#contract/generated/types.ts'
import { openArchive } from '../../charges/archive/archiving.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { some } from '../../support/volume.ts'
import { type ListOrder, MemoryService, NOW, syncOnce } from './syncing.ts'

const ORDERS: ListOrder[] = ['newest first', 'oldest first', 'none']
const DAY = 86_400_000
const idOf = (index: number) => `pay_${String(index).padStart(6, '0')}`
const statusOf = (archive: Archive, id: string) => (JSON.parse(archive.get(id)!) as Payment).status
const idsIn = (archive: Archive) => [...archive.search({})].map(json => (JSON.parse(`${json}`) as Payment).id)
const COMPLETE = { complete: true, syncedAt: new Date(NOW).toISOString() }

/** The archive has exactly what the service has, in its present state. */
function expectSame(archive: Archive, service: MemoryService): void {
  const expected = service.charges.toReversed().map(each => JSON.stringify(each))
  expect([...archive.search({})]).toEqual(expected)
  const count = service.charges.length
  expect(archive.coverage()).toEqual({ ...COMPLETE, count, total: count })
}

describe.each(ORDERS)('a service that lists %s', order => {
  it.each(some([0, 1, 99, 101, 100, 350]))('is archived whole: %i charges', async count => {
    const archive = await openArchive()
    const service = new MemoryService(order, count)
    const { calls } = await syncOnce(archive, service)
    if (count === 0) expect(archive.coverage()).toEqual({ ...COMPLETE, count: 0, total: 0 })
    else expectSame(archive, service)
    // Only a short page is the end.
    expect(calls).toHaveLength(Math.floor(count / 100) + 1)
  })

  it('is asked for the page of the newest if nothing is new, and for the first one', async () => {
    const archive = await openArchive()
    const service = new MemoryService(order, 350)
    await syncOnce(archive, service)
    const { calls, run } = await syncOnce(archive, service)
    expect(calls).toEqual(order === 'oldest first' ? [1, 4] : [1])
    expect(run).toMatchObject({ added: 0, changed: 0 })
  })

  it.each(some([101, 1, 99, 250, 100]))(
    'is read where %i charges are new, whatever comes meanwhile',
    async count => {
      const archive = await openArchive()
      const service = new MemoryService(order, 430)
      await syncOnce(archive, service)
      for (let index = 0; index < count; index++) service.add()
      service.before = calls => void (calls < 4 && service.add())
      const { run } = await syncOnce(archive, service)
      // Those that came after the last page that had to be read may come with the next sync.
      expect(archive.coverage()).toMatchObject({ complete: true })
      expect(run.added).toBeGreaterThanOrEqual(count)
      service.before = () => {}
      await syncOnce(archive, service)
      expectSame(archive, service)
    },
  )

  it('loses nothing if pages shift all the time', async () => {
    const archive = await openArchive()
    const service = new MemoryService(order, 730)
    const there = service.charges.map(({ id }) => id)
    service.before = calls => {
      if (calls < 30) for (let index = 0; index < 7; index++) service.add()
    }
    await syncOnce(archive, service)
    expect(idsIn(archive)).toEqual(expect.arrayContaining(there))
    service.before = () => {}
    await syncOnce(archive, service)
    expectSame(archive, service)
  })

  it('continues from the page at which the sync was interrupted, whichever page that was', async () => {
    for (const stop of [1, 2, 3, 5, 7, 8]) {
      const dataDir = temporaryFolder()
      const service = new MemoryService(order, 730)
      service.before = calls => {
        if (calls >= stop) throw new Error('it stops here')
      }
      const first = await openArchive(dataDir)
      await expect(syncOnce(first, service)).rejects.toThrow('it stops here')
      first.close()
      const archive = await openArchive(dataDir)
      if (stop > 1) {
        expect(archive.coverage()).toEqual({
          syncedAt: null,
          complete: false,
          count: (stop - 1) * 100,
          total: 730,
        })
      }
      service.add()
      service.before = () => {}
      const { calls } = await syncOnce(archive, service)
      expectSame(archive, service)
      // It may have to look at the ends of the list, but doesn't begin again; out of order nothing else helps.
      if (order !== 'none') expect(calls.length).toBeLessThanOrEqual(8 - (stop - 1) + 3)
    }
  })

  it('is read completely if its pages are shorter than requested', async () => {
    const archive = await openArchive()
    const service = new MemoryService(order, 95)
    service.rows = 10
    await syncOnce(archive, service)
    expectSame(archive, service)
  })
})

describe('what is not final', () => {
  const statuses = (index: number): Partial<Payment> =>
    index === 42
      ? { status: 'PENDING', paidAt: null }
      : index === 250
        ? { status: 'CREATING', paidAt: null }
        : {}

  it.each(ORDERS)('is read again by its id if it is the only one on its page (%s)', async order => {
    const archive = await openArchive()
    const service = new MemoryService(order, 300, statuses)
    await syncOnce(archive, service)
    service.change(idOf(42), { status: 'PAID', paidAt: '2026-05-31T00:00:00.000Z' })
    service.change(idOf(250), { status: 'FAILED' })
    const { calls, run } = await syncOnce(archive, service)
    expect(calls.filter(each => typeof each === 'string').length).toBeLessThanOrEqual(2)
    expect(calls.length).toBeLessThanOrEqual(3)
    expect(run.changed).toBe(2)
    expect(statusOf(archive, idOf(42))).toBe('PAID')
    expect(statusOf(archive, idOf(250))).toBe('FAILED')
    expect(archive.get(idOf(42))).not.toContain('qrCode')
    expect((await syncOnce(archive, service)).calls).toEqual(order === 'oldest first' ? [1, 3, 4] : [1])
  })

  it.each(ORDERS)('is read by pages if many are on one (%s)', async order => {
    const archive = await openArchive()
    const service = new MemoryService(order, 500, index =>
      index >= 120 && index < 180 ? { status: 'PENDING', paidAt: null } : {},
    )
    await syncOnce(archive, service)
    for (let index = 120; index < 180; index++) {
      service.change(idOf(index), { status: 'PAID', paidAt: '2026-05-31T00:00:00.000Z' })
    }
    for (let index = 0; index < 30; index++) service.add()
    const { calls } = await syncOnce(archive, service)
    expectSame(archive, service)
    // Page 1, for the oldest first the last one, and one or two with the sixty; out of order, all of them.
    expect(calls.length).toBeLessThanOrEqual(order === 'none' ? 12 : 4)
  })

  it('continues if that was interrupted', async () => {
    const archive = await openArchive()
    const service = new MemoryService('newest first', 900, index =>
      index % 100 === 50 ? { status: 'PENDING', paidAt: null } : {},
    )
    await syncOnce(archive, service)
    service.before = calls => {
      if (calls > 6) throw new Error('it stops here')
    }
    await expect(syncOnce(archive, service)).rejects.toThrow('it stops here')
    service.before = () => {}
    const { calls } = await syncOnce(archive, service, NOW + DAY)
    // Page 1, and three of the nine: six were read before. The sync is as of its beginning.
    expect(calls).toHaveLength(4)
    expect(archive.coverage()).toMatchObject(COMPLETE)
  })

  it('leaves a charge that the service no longer knows as it was', async () => {
    const archive = await openArchive()
    const service = new MemoryService('newest first', 50, () => ({ status: 'PENDING', paidAt: null }))
    service.add({ status: 'PAID' })
    await syncOnce(archive, service)
    service.charges.splice(0, 1)
    const { run, end } = await syncOnce(archive, service)
    expect(run.gone).toBe(1)
    // All that the service lists is there, and one more.
    expect(end).toMatchObject({ count: 51, total: 50, surplus: 1 })
    expect(archive.coverage()).toMatchObject({ complete: true, count: 51, total: 50 })
    service.charges.pop()
    service.add({ id: 'pay_other' })
    await syncOnce(archive, service)
    expect(idsIn(archive)).toContain('pay_other')
  })
})

describe('a late payment', () => {
  const expired = (daysAgo: number): Partial<Payment> => ({
    status: 'EXPIRED',
    paidAt: null,
    expiresAt: new Date(NOW - daysAgo * DAY).toISOString(),
  })

  it('is noticed until 30 days after the expiry', async () => {
    const archive = await openArchive()
    const service = new MemoryService('newest first', 400, index =>
      index === 10 ? expired(29.9) : index === 110 ? expired(30.1) : {},
    )
    await syncOnce(archive, service)
    for (const index of [10, 110]) {
      service.change(idOf(index), { status: 'PAID', paidAt: '2026-05-31T00:00:00.000Z' })
    }
    const { calls } = await syncOnce(archive, service)
    expect(calls).toEqual([1, idOf(10)])
    expect(statusOf(archive, idOf(10))).toBe('PAID')
    expect(statusOf(archive, idOf(110))).toBe('EXPIRED')
  })

  it('is noticed also if nothing was synced for long: the 30 days count from the last sync', async () => {
    const archive = await openArchive()
    const service = new MemoryService('newest first', 400, index => (index === 10 ? expired(29.9) : {}))
    await syncOnce(archive, service)
    service.change(idOf(10), { status: 'PAID', paidAt: '2026-06-01T01:00:00.000Z' })
    await syncOnce(archive, service, NOW + 40 * DAY)
    expect(statusOf(archive, idOf(10))).toBe('PAID')
  })

  it('is not changed by an old page, and the charge is asked for by itself', async () => {
    const archive = await openArchive()
    const service = new MemoryService('newest first', 20)
    await syncOnce(archive, service)
    const stale = service.payments.bind(service)
    service.payments = async (page, limit) => {
      const { data } = await stale(page, limit)
      data.data[3]!.status = 'EXPIRED'
      return { data, text: JSON.stringify(data) }
    }
    const { calls } = await syncOnce(archive, service)
    expect(calls).toEqual([1, idOf(16)])
    expect(statusOf(archive, idOf(16))).toBe('PAID')
  })
})

describe('more charges than the pages can show', () => {
  const LAST = 10

  it.each(['newest first', 'oldest first'] as const)('are said not to be covered (%s)', async order => {
    const archive = await openArchive()
    const service = new MemoryService(order, 1_020)
    const { end, run } = await syncOnce(archive, service, NOW, LAST)
    expect(end).toMatchObject({ count: 1000, total: 1020, surplus: -20 })
    expect(run.order).toBe(order)
    expect(archive.coverage()).toMatchObject({ complete: false, count: 1000, total: 1020 })
    // And the next sync doesn't walk all of them again.
    service.add()
    const { calls } = await syncOnce(archive, service, NOW, LAST)
    expect(calls).toEqual(order === 'newest first' ? [1] : [1, 10])
    const covered = order === 'newest first' ? 1001 : 1000
    expect(archive.coverage()).toMatchObject({ complete: false, count: covered, total: 1021 })
  })

  it('are said not to be covered also if the number of the service is old', async () => {
    const archive = await openArchive()
    const service = new MemoryService('newest first', 1_020)
    service.hidden = -100
    await syncOnce(archive, service, NOW, LAST)
    expect(archive.coverage()).toMatchObject({ complete: false, count: 1000, total: 920 })
  })

  it('stay in the archive if it had them before', async () => {
    const archive = await openArchive()
    const service = new MemoryService('newest first', 990)
    await syncOnce(archive, service, NOW, LAST)
    for (let index = 0; index < 240; index++) service.add()
    await syncOnce(archive, service, NOW, LAST)
    expectSame(archive, service)
  })
})

describe('a service that counts more than it lists', () => {
  it('leaves the archive incomplete, and is walked again', async () => {
    const archive = await openArchive()
    const service = new MemoryService('newest first', 250)
    service.hidden = 2
    await syncOnce(archive, service)
    expect(archive.coverage()).toMatchObject({ complete: false, count: 250, total: 252 })
    service.hidden = 0
    await syncOnce(archive, service)
    expectSame(archive, service)
  })
})
