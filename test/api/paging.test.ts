import { describe, expect, it } from 'vitest'
import { Pace } from '#api/pace.ts'
import { pages } from '#api/paging.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure } from '#lib/failure.ts'
import { type FakeClock, passing } from '../support/clock.ts'
import { steps } from '../support/steps.ts'

/** A list of numbered charges, newest first, that grows by some before each page is read. */
function growingList(total: number, growth: number, clock: FakeClock, callMs = 10) {
  let newest = total
  const calls: number[] = []
  return {
    calls,
    client: {
      async payments(page: number, limit: number) {
        calls.push(clock.monotonic())
        clock.advance(callMs)
        // The pace doesn't depend on the time of day, which somebody may change.
        if (page === 50) clock.jump(-86_400_000)
        if (page > 1) newest += growth
        const first = newest - (page - 1) * limit
        const ids = Array.from({ length: limit }, (_, index) => first - index).filter(id => id > 0)
        const data = ids.map(id => ({ id: String(id) }) as Payment)
        return { data: { data, pagination: { page, limit, total: newest } }, text: '' }
      },
    },
  }
}

async function walk(total: number, growth: number, perMinute: number | undefined, callMs = 10) {
  const clock = passing()
  const { client, calls } = growingList(total, growth, clock, callMs)
  const options = { client, callsPerMinute: perMinute, clock, limit: 10 }
  const ids: string[] = []
  for await (const page of pages({ ...options, signal: new AbortController().signal })) {
    ids.push(...page.newItems.map(index => page.data.data[index]!.id))
  }
  return { ids, calls }
}

describe('walking the pages', () => {
  it.each([0, 1, 3, 9])('gives each charge once, though %i come in before every page', async growth => {
    const { ids } = await walk(95, growth, Number.POSITIVE_INFINITY)
    expect(new Set(ids).size).toBe(ids.length)
    // Everything that was there at the start is given; later charges may be missing.
    const there = Array.from({ length: 95 }, (_, index) => String(95 - index))
    expect(ids.filter(id => Number(id) <= 95)).toEqual(there)
  })

  it.each([
    [0, 1],
    [9, 1],
    // A full page isn't the end, whatever the total says.
    [10, 2],
    [11, 2],
    [100, 11],
  ])('of %i charges reads %i pages of ten', async (total, count) => {
    expect((await walk(total, 0, Number.POSITIVE_INFINITY)).calls).toHaveLength(count)
  })

  it.each([
    ['ends with a shorter page', 33, 29, { rows: 33, isEnd: true, isWhole: true }],
    ['ends with the last page shown, and is not whole', 10_001, 9_000, { rows: 10_000, isWhole: false }],
    ['is whole if the last page shown has all', 10_000, 10_000, { rows: 10_000, isWhole: true }],
  ])('goes on after a full page though the total is old: it %s', async (_how, count, total, expected) => {
    const clock = passing()
    const { client } = growingList(count, 0, clock)
    const old = {
      payments: async (page: number, limit: number) => {
        const { data, text } = await client.payments(page, limit)
        return { data: { ...data, pagination: { page, limit, total } }, text }
      },
    }
    const { signal } = new AbortController()
    let end = { rows: 0, isEnd: false, isWhole: false }
    for await (const { newItems, isEnd, isWhole } of pages({ client: old, clock, signal, limit: 10 }))
      end = { rows: end.rows + newItems.length, isEnd, isWhole }
    expect(end).toMatchObject(expected)
  })

  it('continues if the service’s pages are shorter than requested', async () => {
    const clock = passing()
    const { client } = growingList(30, 0, clock)
    const short = { payments: (page: number) => client.payments(page, 4) }
    const { signal } = new AbortController()
    let rows = 0
    for await (const { newItems } of pages({ client: short, clock, signal, limit: 10 }))
      rows += newItems.length
    expect(rows).toBe(30)
  })
})

describe('the pace', () => {
  it.each([
    [120, 10],
    [120, 400],
    [7, 0],
    [1, 10],
  ])('is never over %i calls in any minute, with calls of %i ms', async (perMinute, callMs) => {
    const { calls } = await walk(10 * Math.min(300, perMinute * 3), 0, perMinute, callMs)
    expect(calls.length).toBeGreaterThan(perMinute)
    calls.forEach((at, index) => {
      const inThatMinute = calls.slice(index).filter(each => each - at < 60_000)
      expect(inThatMinute.length).toBeLessThanOrEqual(perMinute)
    })
  })

  it('does not slow down a short list', async () => {
    const { calls } = await walk(99, 0, 100)
    expect(calls.at(-1)! - calls[0]!).toBe(9 * 10)
  })

  it('is even after that, so that other callers get their turn', async () => {
    const { calls } = await walk(3000, 0, 100)
    const gaps = calls.slice(1).map((at, index) => at - calls[index]!)
    expect(Math.min(...gaps.slice(10))).toBeGreaterThanOrEqual(600)
    // All but once, when the burst is made up for.
    expect(gaps.slice(10).filter(gap => gap > 700).length).toBeLessThanOrEqual(1)
  })

  it('is 100 calls a minute by default', async () => {
    const { calls } = await walk(5000, 0, undefined)
    expect(calls.filter(at => at < calls[0]! + 60_000)).toHaveLength(100)
  })
})

describe('a Retry-After', () => {
  it('of several calls is the longest', () => {
    const pace = new Pace(100)
    const busy = (retryAfter: number) =>
      new Failure('rate_limited', 'slow', { next: [], details: { retryAfter } })
    for (const seconds of [5, 60, 7]) expect(pace.putsOff(busy(seconds), 0, 0)).toBe(true)
    expect(pace.wait(0)).toEqual({ ms: 60_000, asked: true })
  })

  /** Walks three pages, of which the one numbered is refused so many times. */
  async function refused(page: number, times: number, seconds: number, slower?: string[]) {
    const clock = passing()
    const { client } = growingList(29, 0, clock)
    const asked: number[] = []
    const busy = {
      payments: (number: number, limit: number) => {
        asked.push(number)
        if (number !== page || times-- <= 0) return client.payments(number, limit)
        return Promise.reject(
          new Failure('rate_limited', 'slow down', {
            next: 'wait',
            details: { status: 429, retryAfter: seconds },
          }),
        )
      },
    }
    const start = clock.monotonic()
    const { signal } = new AbortController()
    let rows = 0
    let failure: Failure | undefined
    try {
      const options = { client: busy, clock, signal, limit: 10, ...(slower && { slower }) }
      for await (const { newItems } of pages(options)) rows += newItems.length
    } catch (error) {
      failure = error as Failure
    }
    return { rows, asked, failure, seconds: (clock.monotonic() - start) / 1000 }
  }

  it('is waited out while pages come, longer than any patience for one answer, and the page is read then', async () => {
    const { rows, asked, seconds } = await refused(2, 3, 60)
    expect({ rows, asked }).toEqual({ rows: 29, asked: [1, 2, 2, 2, 2, 3] })
    expect(Math.floor(seconds)).toBe(180)
  })

  it.each([
    ['of the first page is not: no page has come', 1, 1, 60, 0, 0],
    ['has an end', 2, 1000, 60, 10, 600],
    ['past that end is not waited for', 2, 1, 601, 10, 0],
  ])('is waited for within an end: %s', async (_name, page, times, seconds, rows, waited) => {
    const end = await refused(page, times, seconds)
    expect(end).toMatchObject({
      rows,
      failure: { category: 'rate_limited', details: { retryAfter: seconds } },
    })
    expect(Math.floor(end.seconds)).toBe(waited)
  })

  it('suggests the flag for a slower pace only if there is one', async () => {
    const next = async (slower?: string[]) => steps((await refused(2, 1, 601, slower)).failure!)
    expect(await next()).toBe('run it again when fewer programs use this key')
    expect((await next(['with --rate-limit'])).split('\n')).toContain('with --rate-limit')
  })
})
