/** Whether an event may have been shown, said without the disk. */

import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BloomFilter } from '#inbox/bloom-filter.ts'
import { groupOf, hashOf } from '#inbox/shown.ts'
import { SqliteInbox } from '#inbox/sqlite/sqlite-inbox.ts'
import { temporaryFolder } from '../support/folder.ts'
import { openInbox } from './arriving.ts'
import { group, keep, progress, STREAM, show } from './showing.ts'

const anyHash = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, -1, 0, 1, 255, 256),
  // Neighbours in a word.
  fc.nat(63).map(bit => bit << 8),
)

describe('until it is filled', () => {
  it('any event may have been shown', () => {
    fc.assert(
      fc.property(fc.array(anyHash), fc.array(anyHash), anyHash, (filled, added, hash) => {
        const filter = new BloomFilter()
        filter.fill(filled)
        for (const each of added) filter.add(each)
        expect(filter.mayHave(hash)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})

describe('once it is filled', () => {
  it('only shown events, and those with the same first 24 bits, may have been shown', () => {
    const filter = new BloomFilter()
    filter.setFilled()
    const shown = new Set<number>()
    fc.assert(
      fc.property(fc.array(anyHash), fc.array(anyHash), fc.array(anyHash), (filled, added, others) => {
        filter.fill(filled)
        for (const each of added) filter.add(each)
        for (const each of [...filled, ...added]) shown.add(each >>> 8)
        for (const each of [...filled, ...added, ...others]) {
          expect(filter.mayHave(each)).toBe(shown.has(each >>> 8))
        }
      }),
    )
  })

  it('an event is new until it is shown', () => {
    const filter = new BloomFilter()
    filter.setFilled()
    const hash = hashOf('evt_1')
    expect(filter.mayHave(hash)).toBe(false)
    filter.add(hash)
    expect(filter.mayHave(hash)).toBe(true)
    expect(filter.mayHave(hashOf('evt_2'))).toBe(false)
  })

  it('another thread may have filled it; what is shown here stays here', () => {
    const here = new BloomFilter()
    const there = new BloomFilter(here.memory)
    there.fill([hashOf('evt_1')])
    expect(here.mayHave(hashOf('evt_2'))).toBe(true)
    there.setFilled()
    here.add(hashOf('evt_3'))
    const ids = ['evt_1', 'evt_2', 'evt_3']
    expect(ids.filter(id => here.mayHave(hashOf(id)))).toEqual(['evt_1', 'evt_3'])
    expect(ids.filter(id => there.mayHave(hashOf(id)))).toEqual(['evt_1'])
  })
})

describe('a filter that becomes full while it is asked', () => {
  it('never takes a shown event for a new one', () => {
    const here = new BloomFilter()
    const there = new BloomFilter(here.memory)
    const load = Atomics.load.bind(Atomics)
    // The other thread ends its work just before the flag is read: the last moment that can mislead.
    vi.spyOn(Atomics, 'load').mockImplementation(((array: Int32Array, index: number) => {
      there.fill([hashOf('evt_1')])
      there.setFilled()
      return load(array, index)
    }) as typeof Atomics.load)
    onTestFinished(() => void vi.restoreAllMocks())
    expect(here.mayHave(hashOf('evt_1'))).toBe(true)
    expect(here.mayHave(hashOf('evt_2'))).toBe(false)
  })
})

describe('the thread of the inbox', () => {
  const thread = new URL('../../dist/inbox-thread.cjs', import.meta.url)

  async function start(dataDir: string) {
    const filter = new BloomFilter()
    const inbox = await SqliteInbox.open({ dataDir, profile: 'default', thread })
    onTestFinished(() => inbox.close())
    inbox.shown.fill(filter).catch(() => {})
    const filled = () =>
      expect.poll(() => filter.mayHave(hashOf('evt_never')), { timeout: 20_000 }).toBe(false)
    return { filter, writer: inbox.writing, filled }
  }

  it('fills it with all that was shown', async () => {
    const dataDir = temporaryFolder()
    const inbox = await openInbox(dataDir)
    const hashes = Array.from({ length: 25_000 }, (_, n) => hashOf(`evt_${n}`))
    const ids = hashes.map((_, n) => `evt_${n}`)
    keep(inbox, { shown: [groupOf(ids, hashes)], cursors: { watched: '25000' } })
    const { filter, filled } = await start(dataDir)
    await filled()
    expect(hashes.every(hash => filter.mayHave(hash))).toBe(true)
    // By chance it takes one new event in 670 for an old one.
    const strangers = hashes.filter((_, n) => filter.mayHave(hashOf(`pay_${n}`)))
    expect(strangers.length).toBeLessThan(200)
  })

  it('fills it if nothing was shown', async () => {
    const { filter, filled } = await start(temporaryFolder())
    await filled()
    expect(filter.mayHave(hashOf('evt_1'))).toBe(false)
  })

  it('fills it while other things are written', async () => {
    const dataDir = temporaryFolder()
    const inbox = await openInbox(dataDir)
    show(inbox, 'evt_1')
    const { filter, writer, filled } = await start(dataDir)
    await writer.progress(progress({ saving: false, shown: [group('evt_2')], cursors: { watched: '2' } }))
    expect([(await inbox.shown.cursors(STREAM)).watched, (await inbox.reading.contents()).shown]).toEqual([
      '2',
      2,
    ])
    await filled()
    expect(filter.mayHave(hashOf('evt_1'))).toBe(true)
  })
})
