/** What the realtime channel has shown, and how far its streams have been read. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textOf } from '../../src/shared/text-bytes.ts'
import { groupOf, hashOf, isIn } from '../../src/store/inbox/shown.ts'
import { temporaryFolder } from '../support/folder.ts'
import { cases } from '../support/volume.ts'
import { arrival, openInbox } from './arrivals.ts'
import { approvals, DIFFICULT_TEXTS, group, keep, progress, STREAM, show, shownBefore } from './showing.ts'

/** More digits than a double holds. */
const SEQUENCE = '00900719925474099300001'

describe('the cursor', () => {
  it('is undefined until one is saved, and then has every digit of it', async () => {
    const dataDir = temporaryFolder()
    const inbox = await openInbox(dataDir)
    expect(inbox.shown.places(STREAM).watched).toBeUndefined()
    keep(inbox, { places: { watched: SEQUENCE } })
    expect(inbox.shown.places(STREAM).watched).toBe(SEQUENCE)
    expect((await openInbox(dataDir)).shown.places(STREAM).watched).toBe(SEQUENCE)
  })

  it('belongs to an address, and to a profile', async () => {
    const dataDir = temporaryFolder()
    const inbox = await openInbox(dataDir, 'a')
    const elsewhere = 'wss://other.example/realtime'
    keep(inbox, { places: { watched: '1' } })
    keep(inbox, { places: { watched: '2' }, stream: elsewhere })
    expect([STREAM, elsewhere].map(each => inbox.shown.places(each))).toEqual([
      { watched: '1' },
      { watched: '2' },
    ])
    expect((await openInbox(dataDir, 'b')).shown.places(STREAM)).toEqual({})
  })

  it('is one for what was watched and one for what was processed', async () => {
    const inbox = await openInbox()
    keep(inbox, { places: { watched: '1', processed: '1' } })
    keep(inbox, { places: { watched: '5' } })
    expect(inbox.shown.places(STREAM)).toEqual({ watched: '5', processed: '1' })
    keep(inbox, { places: { processed: '3' } })
    expect(inbox.shown.places(STREAM)).toEqual({ watched: '5', processed: '3' })
  })

  it('elsewhere is the latest of its kind at any other address', async () => {
    const inbox = await openInbox()
    keep(inbox, { places: { watched: '1', processed: '1' } })
    expect(inbox.shown.elsewhere(STREAM, 'watched')).toBeNull()
    const [first, second] = ['wss://first.example', 'wss://second.example']
    keep(inbox, { stream: second, places: { watched: '2' }, at: '2026-03-10T12:00:02.000Z' })
    keep(inbox, { stream: first, places: { watched: '3' }, at: '2026-03-10T12:00:01.000Z' })
    expect(inbox.shown.elsewhere(STREAM, 'watched')).toEqual({ stream: second, sequence: '2' })
    expect(inbox.shown.elsewhere(STREAM, 'processed')).toBeNull()
    expect(inbox.shown.elsewhere(second, 'processed')).toEqual({ stream: STREAM, sequence: '1' })
  })

  it('can be moved, also backwards, and otherwise stays', async () => {
    const inbox = await openInbox()
    for (const watched of ['7', '8', '3']) keep(inbox, { places: { watched } })
    expect(inbox.shown.places(STREAM).watched).toBe('3')
    keep(inbox, { places: {}, shown: [group('evt_1')] })
    expect(inbox.shown.places(STREAM).watched).toBe('3')
  })
})

describe('progress', () => {
  it('is readable for others after the commit, with the deliveries of that commit', async () => {
    const dataDir = temporaryFolder()
    const [inbox, other] = [await openInbox(dataDir), await openInbox(dataDir)]
    const seen = () => [
      other.shown.places(STREAM).watched,
      ...['evt_1', 'evt_2', 'evt_3'].map(id => other.shown.has(id)),
      other.find('dlv_1') !== null,
      [...other.approvals()].length,
    ]
    inbox.inTransaction(() => {
      inbox.take(arrival())
      const shown = [group('evt_1', 'evt_2'), group('evt_3')]
      inbox.shown.keep(progress({ shown, approvals: approvals({}), places: { watched: '3' } }))
      expect(seen()).toEqual([undefined, false, false, false, false, 0])
    })
    expect(seen()).toEqual(['3', true, true, true, true, 1])
  })

  it('is not kept when something else in its transaction fails', async () => {
    const inbox = await openInbox()
    const work = () => {
      inbox.shown.keep(
        progress({ shown: [group('evt_1')], approvals: approvals({}), places: { watched: '3' } }),
      )
      throw new Error('halfway')
    }
    expect(() => inbox.inTransaction(work)).toThrow('halfway')
    expect([...inbox.approvals()]).toEqual([])
    expect([inbox.shown.places(STREAM).watched, inbox.shown.has('evt_1'), inbox.shown.mark()]).toEqual([
      ...[undefined, false, 0],
    ])
  })

  it('keeps nothing of a commit whose second group is invalid', async () => {
    const inbox = await openInbox()
    const broken = { ...group('evt_2'), hashes: ['x'] as unknown as Int32Array }
    expect(() => keep(inbox, { shown: [group('evt_1'), broken], places: { watched: '3' } })).toThrow(/JSON/i)
    expect([inbox.shown.places(STREAM).watched, inbox.shown.has('evt_1'), inbox.shown.mark()]).toEqual([
      ...[undefined, false, 0],
    ])
  })
})

describe('what was shown before', () => {
  const IDS = ['evt_1', 'evt_2', 'evt_3', 'evt_4']

  it('is nothing at first', async () => {
    const inbox = await openInbox()
    expect(inbox.shown.mark()).toBe(0)
    expect(shownBefore(inbox, IDS)).toEqual(new Set())
    expect(shownBefore(inbox, [])).toEqual(new Set())
  })

  it('is what tails that save their cursor have shown, in every group', async () => {
    const inbox = await openInbox()
    show(inbox, 'evt_1', 'evt_2')
    show(inbox, 'evt_4')
    expect(shownBefore(inbox, ['evt_4', ...IDS, 'evt_1'])).toEqual(new Set(['evt_1', 'evt_2', 'evt_4']))
  })

  it('leaves out what only a tail without a cursor has shown', async () => {
    const inbox = await openInbox()
    keep(inbox, { shown: [group('evt_1', 'evt_2')], saving: false })
    show(inbox, 'evt_2', 'evt_3')
    expect(shownBefore(inbox, IDS)).toEqual(new Set(['evt_2', 'evt_3']))
    expect(IDS.filter(id => inbox.shown.has(id))).toEqual(['evt_1', 'evt_2', 'evt_3'])
  })

  it('after a mark is what was shown since then, also for the second time', async () => {
    const inbox = await openInbox()
    show(inbox, 'evt_1', 'evt_2')
    const mark = inbox.shown.mark()
    expect(shownBefore(inbox, IDS, mark)).toEqual(new Set())
    show(inbox, 'evt_2', 'evt_3')
    expect(shownBefore(inbox, IDS, mark)).toEqual(new Set(['evt_2', 'evt_3']))
    expect(shownBefore(inbox, IDS)).toEqual(new Set(['evt_1', 'evt_2', 'evt_3']))
    expect(shownBefore(inbox, IDS, inbox.shown.mark())).toEqual(new Set())
  })
})

describe('a hash', () => {
  // From the page of the hash's authors (isthe.com/chongo/tech/comp/fnv).
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('of %j is FNV-1a', (text, hash) => {
    expect(hashOf(text)).toBe(hash | 0)
  })

  // Known collisions of it.
  it.each([
    ['costarring', 'liquid'],
    ['declinate', 'macallums'],
    ['altarage', 'zinke'],
  ])('that is the same for %s and %s hides neither of them', async (one, other) => {
    expect(hashOf(one)).toBe(hashOf(other))
    const inbox = await openInbox()
    show(inbox, 'evt_1', one)
    expect(inbox.shown.has(other)).toBe(false)
    expect(shownBefore(inbox, [one, other])).toEqual(new Set([one]))
    const mark = inbox.shown.mark()
    show(inbox, other)
    expect([one, other].map(id => inbox.shown.has(id))).toEqual([true, true])
    expect(shownBefore(inbox, [one, other])).toEqual(new Set([one, other]))
    expect(shownBefore(inbox, [one, other], mark)).toEqual(new Set([other]))
  })

  it('may be twice in one group', async () => {
    const inbox = await openInbox()
    show(inbox, 'costarring', 'liquid', 'costarring')
    expect(shownBefore(inbox, ['liquid', 'costarring'])).toEqual(new Set(['liquid', 'costarring']))
  })
})

describe('any text', () => {
  it.each(DIFFICULT_TEXTS)('may be an id: %j', async id => {
    const inbox = await openInbox()
    show(inbox, 'evt_0', id, 'evt_2')
    expect(inbox.shown.has(id)).toBe(true)
    expect(shownBefore(inbox, ['evt_9', id])).toEqual(new Set([id]))
    for (const other of [`${id}x`, `x${id}`, id.slice(1), JSON.stringify(id)].filter(each => each !== id)) {
      expect(inbox.shown.has(other), other).toBe(false)
      expect(isIn(group('evt_0', id), other), other).toBe(false)
    }
  })

  it.each([...DIFFICULT_TEXTS, '","', '"\n"'])(
    'is not found in a group of other texts with the same hashes: %j',
    async id => {
      const inbox = await openInbox()
      const others = DIFFICULT_TEXTS.filter(text => text !== id)
      const hashes = others.map(() => hashOf(id))
      const made = groupOf([...others, `${id}"`, `"${id}`, `${id}x${id}`], hashes)
      keep(inbox, { shown: [made] })
      expect(isIn(made, id)).toBe(false)
      expect(inbox.shown.has(id)).toBe(false)
      expect(shownBefore(inbox, [id])).toEqual(new Set())
    },
  )

  it('is read from a group as it was written', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...DIFFICULT_TEXTS), fc.string())
    const lone = fc.array(fc.integer({ min: 0, max: 0xffff })).map(codes => String.fromCharCode(...codes))
    const any = fc.oneof(text, lone)
    const inbox = await openInbox()
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 8 }), any, (all, other) => {
        const made = group(...all)
        expect(
          textOf(made.ids)
            .slice(1, -1)
            .split('\n')
            .map(line => JSON.parse(line)),
        ).toEqual(all)
        const ids = new Set(all)
        expect(isIn(made, other)).toBe(ids.has(other))
        const mark = inbox.shown.mark()
        keep(inbox, { shown: [made] })
        expect(shownBefore(inbox, [...ids, other], mark)).toEqual(ids)
      }),
      cases(),
    )
  })
})

describe('the hashes', () => {
  const slicesOf = (all: Iterable<readonly number[]>) => [...all]
  /** Events of these hashes, whatever their ids are. */
  const hashed = (hashes: readonly number[]) =>
    groupOf(
      hashes.map((_, n) => `evt_${n}`),
      hashes,
    )

  it('are empty for an empty inbox', async () => {
    expect(slicesOf((await openInbox()).shown.hashes())).toEqual([])
  })

  it('are given once each, in slices, the smallest and the largest too', async () => {
    const inbox = await openInbox()
    const hashes = Array.from({ length: 25_000 }, (_, n) => Math.imul(n, 0x9e3779b1) | 0)
    const all = [-(2 ** 31), 2 ** 31 - 1, ...hashes]
    keep(inbox, { shown: [hashed(all.slice(0, 9000)), hashed(all.slice(9000))], saving: false })
    const slices = slicesOf(inbox.shown.hashes())
    expect(slices.map(each => each.length)).toEqual([10_000, 10_000, 5002])
    expect(new Set(slices.flat())).toEqual(new Set(all))
  })

  it('may be equal in more groups than a slice holds', async () => {
    const inbox = await openInbox()
    keep(inbox, { shown: [...Array(10_001).fill(hashed([7])), hashed([8])] })
    const found = slicesOf(inbox.shown.hashes()).flat()
    expect([found.length, found.at(-2), found.at(-1)]).toEqual([10_002, 7, 8])
  })

  it('leave room for other work between slices', async () => {
    const inbox = await openInbox()
    keep(inbox, { shown: [hashed(Array.from({ length: 10_000 }, (_, n) => n))] })
    const slices = inbox.shown.hashes()
    expect(slices.next().value).toHaveLength(10_000)
    keep(inbox, { shown: [hashed([5, 20_000])], places: { watched: '1' } })
    expect(slicesOf(slices)).toEqual([[20_000]])
  })
})
