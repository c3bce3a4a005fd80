/** Whether an event may have been shown, said without the disk. */

import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BloomFilter } from '#inbox/bloom-filter.ts'
import { eventHash } from '#inbox/shown.ts'
import { SqliteInbox } from '#inbox/sqlite/sqlite-inbox.ts'
import { temporaryFolder } from '../support/folder.ts'
import { openInbox } from './arriving.ts'
import { group, keep, progress, STREAM, show } from './showing.ts'

const [LEAST, GREATEST] = [-(2n ** 63n), 2n ** 63n - 1n]
const anyHash = fc.oneof(
  fc.bigInt({ min: LEAST, max: GREATEST }),
  fc.constantFrom(LEAST, GREATEST, -1n, 0n, 1n, 2n ** 24n),
  // Neighbours in a word.
  fc.nat(63).map(BigInt),
)

describe('until it is filled', () => {
  it('any event may have been shown', () => {
    fc.assert(
      fc.property(fc.array(anyHash), fc.array(anyHash), anyHash, (filled, added, hash) => {
        const filter = new BloomFilter()
        for (const hash of [...filled, ...added]) filter.add(hash)
        expect(filter.mayHave(hash)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})

describe('once it is filled', () => {
  it('only shown events, and those with the same last 24 bits, may have been shown', () => {
    const filter = new BloomFilter()
    filter.setFilled()
    const shown = new Set<bigint>()
    fc.assert(
      fc.property(fc.array(anyHash), fc.array(anyHash), fc.array(anyHash), (filled, added, others) => {
        for (const hash of [...filled, ...added]) filter.add(hash)
        for (const each of [...filled, ...added]) shown.add(BigInt.asUintN(24, each))
        for (const each of [...filled, ...added, ...others]) {
          expect(filter.mayHave(each)).toBe(shown.has(BigInt.asUintN(24, each)))
        }
      }),
    )
  })

  it('an event is new until it is shown', () => {
    const filter = new BloomFilter()
    filter.setFilled()
    const hash = eventHash('evt_1')
    expect(filter.mayHave(hash)).toBe(false)
    filter.add(hash)
    expect(filter.mayHave(hash)).toBe(true)
    expect(filter.mayHave(eventHash('evt_2'))).toBe(false)
  })
})

describe('an inbox', () => {
  const thread = new URL('../../dist/inbox-thread.cjs', import.meta.url)

  async function start(dataDir: string) {
    const filter = new BloomFilter()
    const inbox = await SqliteInbox.open({ dataDir, profile: 'default', thread })
    onTestFinished(() => inbox.close())
    inbox.shown.fill(filter).catch(() => {})
    const filled = () =>
      expect.poll(() => filter.mayHave(eventHash('evt_never')), { timeout: 20_000 }).toBe(false)
    return { filter, writer: inbox.writing, filled }
  }

  it('fills it with all that was shown', async () => {
    const dataDir = temporaryFolder()
    const inbox = await openInbox(dataDir)
    const hashes = Array.from({ length: 25_000 }, (_, n) => eventHash(`evt_${n}`))
    keep(inbox, { shown: [BigInt64Array.from(hashes)], cursors: { watched: '25000' } })
    const { filter, filled } = await start(dataDir)
    await filled()
    expect(hashes.every(hash => filter.mayHave(hash))).toBe(true)
    // By chance it takes one new event in 670 for an old one.
    const strangers = hashes.filter((_, n) => filter.mayHave(eventHash(`pay_${n}`)))
    expect(strangers.length).toBeLessThan(200)
  })

  it('fills it if nothing was shown', async () => {
    const { filter, filled } = await start(temporaryFolder())
    await filled()
    expect(filter.mayHave(eventHash('evt_1'))).toBe(false)
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
    expect(filter.mayHave(eventHash('evt_1'))).toBe(true)
  })
})
