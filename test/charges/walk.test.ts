/** How far `charges list` with a filter reads: it stops early only where the order of the pages proves that it may. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FakeClock, passing } from '../support/clock.ts'
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

it('the example has some charges of today', () => expect(ofToday).toHaveLength(150))

describe('a walk with a span of creation stops early', () => {
  it('if the newest are first, after one whole page before the span', async () => {
    const { charges, calls } = await paged(list())
    const { stdout, stderr, code } = await charges(TODAY, { clock })
    expect(idsOf(stdout)).toEqual(ofToday)
    expect(calls).toEqual([1, 2, 3])
    expect(stderr).toBe(
      '150 charges match; searched the newest 300 of 450: the rest is older than 2026-11-20 00:00:00\n',
    )
    expect(code).toBe(0)
  })

  it('if the oldest are first, after one whole page after the span', async () => {
    const { charges, calls } = await paged(list().reverse())
    const { stdout, stderr } = await charges(['--until', 'yesterday', '--all', '-q'], { clock })
    expect(idsOf(stdout)).toHaveLength(300)
    expect(calls).toEqual([1, 2, 3, 4])
    expect(stderr).toBe(
      '300 charges match; searched the oldest 400 of 450: the rest is not older than 2026-11-20 00:00:00\n',
    )
  })

  it('not if only a part of a page is before the span', async () => {
    const { charges, calls } = await paged(list().slice(0, 210))
    await charges(TODAY, { clock })
    expect(calls).toEqual([1, 2, 3])
  })

  it('over 100,000 charges, 200 of them of today, in no more than 5 pages', async () => {
    const many = minutely(100_000, '2026-11-20T06:19:00.000Z')
    const { charges, calls } = await paged(many)
    const { stdout } = await charges(['--since', 'today', '--all', '-q'], { clock })
    expect(idsOf(stdout)).toHaveLength(200)
    expect(calls.length).toBeLessThanOrEqual(5)
  })

  it('with a service that gives shorter pages than asked for', async () => {
    const { charges, calls } = await paged(list(), { pageSize: 40 })
    expect(idsOf((await charges(TODAY, { clock })).stdout)).toEqual(ofToday)
    // 150 charges are on four pages; the fifth is the first that is wholly older.
    expect(calls).toEqual([1, 2, 3, 4, 5])
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

  it('if one charge is out of order, even an early one', async () => {
    const unordered = list()
    // An old charge at the top: by what date the service orders, it is not the creation.
    unordered.unshift(unordered.pop()!)
    const { charges, calls } = await paged(unordered)
    expect(idsOf((await charges(TODAY, { clock })).stdout)).toEqual(ofToday)
    expect(calls).toEqual([1, 2, 3, 4, 5])
  })

  it('if one charge is out of order on the page that would have been the last', async () => {
    const unordered = list()
    const late = unordered.splice(140, 1)[0]!
    unordered.splice(260, 0, late)
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

  it('if the oldest are first, give the new ones too', async () => {
    const { charges } = await paged(list().reverse(), {
      onCall: (call, all) => {
        if (call === 2) all.push(charge(9_999, NOW))
      },
    })
    expect(idsOf((await charges(TODAY, { clock })).stdout)).toEqual([...ofToday.toReversed(), 'pay_9999'])
  })
})

describe('--limit', () => {
  it('ends the walk in the middle of a page, and says so', async () => {
    const { charges, calls } = await paged(list())
    const { stdout, stderr, code } = await charges(['--status', 'pending', '--limit', '120', '-q'])
    expect(idsOf(stdout)).toEqual(
      list()
        .slice(0, 120)
        .map(({ id }) => id),
    )
    expect(calls).toEqual([1, 2])
    expect(stderr).toBe('showing 120; more with --all\n')
    expect(code).toBe(0)
  })

  it('says that there may be more if it ends with a page, and nothing after it was read', async () => {
    const { charges, calls } = await paged(list())
    const { stderr } = await charges(['--status', 'pending', '--limit', '200', '-q'])
    expect(calls).toEqual([1, 2])
    expect(stderr).toBe('showing 200; searched the newest 200 of 450, there may be more: --all\n')
  })

  it('says that there are more if another one on the last page matches', async () => {
    const { charges } = await paged(minutely(153, NOW))
    const { stderr } = await charges(['--status', 'pending', '--limit', '152', '-q'])
    expect(stderr).toBe('showing 152; more with --all\n')
  })

  it('is 50 by default', async () => {
    const { charges, calls } = await paged(list())
    expect(idsOf((await charges(['--search', 'pay_', '-q'])).stdout)).toHaveLength(50)
    expect(calls).toEqual([1])
  })

  it('that is reached by the last charge of all says nothing: everything was searched', async () => {
    const { charges } = await paged(list())
    expect(await charges(['--status', 'PENDING', '--limit', '450', '-q'])).toMatchObject({
      stderr: '',
      code: 0,
    })
  })

  it('continues over pages without a match', async () => {
    const rare = list().map((each, n) => (n % 200 === 199 ? { ...each, description: 'Açaí 500 ml' } : each))
    const { charges, calls } = await paged(rare)
    expect(idsOf((await charges(['--search', 'ACAI', '-q', '--limit', '2'])).stdout)).toHaveLength(2)
    expect(calls).toEqual([1, 2, 3, 4])
  })
})

it('a service that holds more than its pages show ends with 8 and a count, after what was found', async () => {
  const { charges, calls } = await paged(minutely(1_500, NOW), { pageSize: 1 })
  const { stdout, stderr, code } = await charges(['--search', 'pay_1000', '-q'], { clock })
  expect({ stdout, code }).toEqual({ stdout: 'pay_1000\n', code: 8 })
  expect(stderr).toContain('the service has 1500 charges; its 1000 pages could show only 1000')
  expect(calls).toHaveLength(1000)
})

it('a 429 in the middle is waited for, and nothing is lost or doubled', async () => {
  const clock = passing()
  const { charges, calls } = await paged(list(), { onCall: call => (call === 3 ? 429 : 200) })
  const { stdout, code } = await charges(['--status', 'PENDING', '--all', '-q'], { clock })
  expect(idsOf(stdout)).toEqual(list().map(({ id }) => id))
  expect({ code, calls }).toEqual({ code: 0, calls: [1, 2, 3, 3, 4, 5] })
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

  it('ends with 130 after what was found so far, and says how far the search went', async () => {
    const { stdout, stderr, code } = await interrupted('-q')
    expect({ stdout, code }).toEqual({ stdout: 'pay_443\npay_343\n', code: 130 })
    expect(stderr).toBe('2 charges match so far; searched the newest 200 of 450\n')
  })

  it('leaves whole JSON', async () => {
    const { stdout, code } = await interrupted('--json')
    expect(code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({
      data: [{ id: 'pay_443' }, { id: 'pay_343' }],
      more: true,
    })
  })

  it('prints no totals, which would be too low', async () => {
    expect(await interrupted('--sum')).toMatchObject({ stdout: '', code: 130 })
  })
})

describe('a list that shows some charges again in place of others', () => {
  // Every other page has the charges of the one before it.
  const repeating = () => paged(list(), { shown: page => page - ((page + 1) % 2) })

  it.each([
    [['--sum']],
    [['--all', '-q']],
    [['--all', '--status', 'pending', '-q']],
    [['--since', '2026-11-01', '--until', '2026-11-30', '--sum']],
  ])('is reported as not complete: %j', async args => {
    const { charges } = await repeating()
    const { stderr, code } = await charges(args, { clock })
    expect(stderr).toContain('the service reports 450 charges, but its pages contained 250')
    expect(code).toBe(8)
  })

  it('is reported by report', async () => {
    const { run } = await repeating()
    expect(await run(['report', '--rate-limit', 'off'], { clock })).toMatchObject({ code: 8 })
  })
})
