/** How far `charges list` with a filter reads: it stops early only where the order of the pages proves that it may. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FakeClock } from '../support/clock.ts'
import { cases } from '../support/volume.ts'
import { charge, minutely, paged } from './paged.ts'

/** In America/Sao_Paulo, where the tests are: the day began at 03:00Z. */
const NOW = '2026-11-20T15:00:00.000Z'
const clock = new FakeClock(NOW)
const TODAY = ['--since', 'today', '--all', '-q']
/** 450 charges, a minute apart: 150 of today. */
const list = () => minutely(450, '2026-11-20T05:29:00.000Z')
const idsOf = (stdout: string) => stdout.split('\n').slice(0, -1)
const ofToday = list()
  .filter(({ createdAt }) => createdAt >= '2026-11-20T03:00')
  .map(({ id }) => id)

describe('a walk with a span of creation stops early', () => {
  it('if the newest are first, after one whole page before the span', async () => {
    const { charges, calls } = await paged(list())
    const { stdout, stderr, code } = await charges(TODAY, { clock })
    expect(idsOf(stdout)).toEqual(ofToday)
    expect(calls).toEqual([1, 2, 3])
    expect(stderr).toBe('150 charges match; searched the newest 300 of 450, and no other can match\n')
    expect(code).toBe(0)
  })

  it('if the oldest are first, after one whole page after the span', async () => {
    const { charges, calls } = await paged(list().reverse())
    const { stdout, stderr } = await charges(['--until', 'yesterday', '--all', '-q'], { clock })
    expect(idsOf(stdout)).toHaveLength(300)
    expect(calls).toEqual([1, 2, 3, 4])
    expect(stderr).toBe('300 charges match; searched the oldest 400 of 450, and no other can match\n')
  })
})

describe('a walk reads everything', () => {
  it('if the oldest are first and the span has no end', async () => {
    const { charges, calls } = await paged(list().reverse())
    const { stdout, stderr } = await charges(TODAY, { clock })
    expect(idsOf(stdout)).toEqual(ofToday.toReversed())
    expect(calls).toEqual([1, 2, 3, 4, 5])
    expect(stderr).toBe('')
  })

  it.each([
    // An old charge at the top: by what date the service orders, it is not the creation.
    ['early on', 449, 0],
    ['on the page that would have been the last', 140, 260],
  ])('if one charge is out of order, %s', async (_where, from, to) => {
    const unordered = list()
    unordered.splice(to, 0, unordered.splice(from, 1)[0]!)
    const { charges, calls } = await paged(unordered)
    expect(idsOf((await charges(TODAY, { clock })).stdout).toSorted()).toEqual(ofToday.toSorted())
    expect(calls).toEqual([1, 2, 3, 4, 5])
  })

  it('if all charges so far have the same time, which proves no order', async () => {
    const same = Array.from({ length: 300 }, (_, n) => charge(1_000 + n, '2026-11-19T12:00:00Z'))
    const { charges, calls } = await paged([...same, ...minutely(50, NOW)])
    expect(idsOf((await charges(TODAY, { clock })).stdout)).toHaveLength(50)
    expect(calls).toEqual([1, 2, 3, 4])
  })

  it('with a filter by the time of payment: nothing says how late a charge may be paid', async () => {
    const paid = { status: 'PAID', paidAt: '2026-11-20T12:00:00.000Z' } as const
    const some = list()
    some[449] = { ...some[449]!, ...paid }
    const { charges, calls } = await paged(some)
    expect((await charges(['--paid-since', 'today', '-q'], { clock })).stdout).toBe('pay_1\n')
    expect(calls).toEqual([1, 2, 3, 4, 5])
  })
})

it('in either order, a walk that stops early has everything that matches', async () => {
  const { list: served, charges, calls } = await paged([], { pageSize: 5 })
  const start = Date.parse('2026-11-01T00:00:00Z')
  const hour = fc.integer({ min: 0, max: 300 })
  const drawn = fc.record({
    // Many of them have the same time.
    hours: fc.array(hour, { minLength: 1, maxLength: 80 }),
    from: hour,
    length: fc.integer({ min: 1, max: 100 }),
    isNewestFirst: fc.boolean(),
  })
  let stoppedEarly = 0
  await fc.assert(
    fc.asyncProperty(drawn, async ({ hours, from, length, isNewestFirst }) => {
      const sorted = hours.toSorted((a, b) => (isNewestFirst ? b - a : a - b))
      const all = sorted.map((hour, n) => charge(n, start + hour * 3_600_000))
      served.splice(0, served.length, ...all)
      calls.length = 0
      const times = [from, from + length].map(hour => new Date(start + hour * 3_600_000).toISOString())
      const { stdout } = await charges(['--since', times[0]!, '--until', times[1]!, '--all', '-q'])
      const expected = all.filter(({ createdAt }) => createdAt >= times[0]! && createdAt < times[1]!)
      expect(idsOf(stdout)).toEqual(expected.map(({ id }) => id))
      if (calls.length < Math.ceil(all.length / 5)) stoppedEarly++
    }),
    { ...cases(60), seed: 11 },
  )
  expect(stoppedEarly).toBeGreaterThan(0)
})

describe('pages that shift while they are read', () => {
  it('give each charge once, and the walk still stops early', async () => {
    const { charges, calls } = await paged(list(), {
      // Before every page after the first, 30 new charges.
      onCall: (call, all) => {
        if (call > 1) all.unshift(...minutely(30, Date.parse(NOW) + call * 3_600_000).map(renamed(call)))
      },
    })
    const { stdout } = await charges(TODAY, { clock })
    expect(idsOf(stdout)).toEqual(ofToday)
    expect(calls).toEqual([1, 2, 3, 4])
  })

  const renamed = (call: number) => (each: { id: string }) =>
    ({ ...each, id: `new_${call}_${each.id}` }) as never
})

describe('--limit', () => {
  const rare = list().map((each, n) => (n % 200 === 199 ? { ...each, description: 'Açaí 500 ml' } : each))

  it.each([
    ['ends in the middle of a page', ['--status', 'pending', '--limit', '120'], 120, 2, 'may be more'],
    ['ends with a page', ['--status', 'pending', '--limit', '200'], 200, 2, 'may be more'],
    [
      'ends on the last page, which has more',
      ['--status', 'pending', '--limit', '449'],
      449,
      5,
      'may be more',
    ],
    ['is reached by the last charge of all', ['--status', 'pending', '--limit', '450'], 450, 5, ''],
    ['is 50 by default', ['--search', 'pay_'], 50, 1, 'may be more'],
    ['is filled over pages without a match', ['--search', 'ACAI', '--limit', '2'], 2, 4, 'may be more'],
  ])('%s', async (_how, args, count, pages, said) => {
    const { charges, calls } = await paged(rare)
    const { stdout, stderr, code } = await charges([...args, '-q'])
    const matching = rare.filter(each => !args.includes('ACAI') || each.description === 'Açaí 500 ml')
    expect(idsOf(stdout)).toEqual(matching.slice(0, count).map(({ id }) => id))
    expect({ calls: calls.length, code }).toEqual({ calls: pages, code: 0 })
    if (said === '') expect(stderr).toBe('')
    else expect(stderr).toContain(said)
  })
})

describe('Ctrl-C', () => {
  const rare = () => list().map((each, n) => ({ ...each, description: n % 100 === 7 ? 'Açaí' : null }))
  /** Interrupted at the third call. */
  const interrupted = async (...args: string[]) => {
    const { charges } = await paged(rare(), { onCall: call => (call === 3 ? 429 : 200) })
    // The clock stands still, so the walk waits as the service asks.
    const clock = new FakeClock(NOW)
    const stop = new AbortController()
    void clock.asleep().then(async () => {
      const { Stopped } = await import('#lib/failure.ts')
      stop.abort(new Stopped('interrupted'))
    })
    return charges(['--search', 'acai', ...args], { clock, signal: stop.signal })
  }

  it('ends with 130 after what was found so far, but prints no part of a document or of totals', async () => {
    expect(await interrupted('-q')).toMatchObject({ stdout: 'pay_443\npay_343\n', code: 130 })
    for (const flag of ['--json', '--sum']) {
      expect(await interrupted(flag)).toMatchObject({ stdout: '', code: 130 })
    }
  })
})

describe('a list that shows some charges again in place of others', () => {
  // Every other page has the charges of the one before it.
  const repeating = () => paged(list(), { shown: page => page - ((page + 1) % 2) })

  it.each([[['--sum']], [['--all', '--status', 'pending', '-q']]])(
    'is reported as not complete: %j',
    async args => {
      const { charges } = await repeating()
      const { stderr, code } = await charges(args, { clock })
      expect(stderr).toContain('the service reports 450 charges, but its pages contained 250')
      expect(code).toBe(8)
    },
  )
})
