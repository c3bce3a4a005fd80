import { describe, expect, it } from 'vitest'
import { Pace, pages } from '../../src/app/paging.ts'
import type { Payment } from '../../src/contract/generated/types.ts'
import type { Clock } from '../../src/shared/clock.ts'

/** Time in which a call takes `callMs` and a wait takes as long as it should, at once. */
class Time implements Clock {
  ms = 1_000_000
  now = () => this.ms
  monotonic = () => this.ms
  sleep = async (ms: number) => {
    this.ms += ms
  }
}

/** A list of numbered charges, newest first, that grows by some before each page is read. */
function growingList(total: number, growth: number, time: Time, callMs = 10) {
  let newest = total
  const calls: number[] = []
  return {
    calls,
    client: {
      async payments(page: number, limit: number) {
        calls.push(time.ms)
        time.ms += callMs
        if (page > 1) newest += growth
        const first = newest - (page - 1) * limit
        const ids = Array.from({ length: limit }, (_, index) => first - index).filter(id => id > 0)
        const data = ids.map(id => ({ id: String(id) }) as Payment)
        return { data: { data, pagination: { page, limit, total: newest } }, text: '' }
      },
    },
  }
}

async function walk(total: number, growth: number, perMinute: number, callMs = 10) {
  const time = new Time()
  const { client, calls } = growingList(total, growth, time, callMs)
  const options = { client, pace: new Pace(perMinute), clock: time, limit: 10 }
  const ids: string[] = []
  for await (const page of pages({ ...options, signal: new AbortController().signal })) {
    ids.push(...page.fresh.map(index => page.data.data[index]!.id))
  }
  return { ids, calls }
}

describe('walking the pages', () => {
  it.each([0, 1, 3, 9])('gives each charge once, though %i come in before every page', async growth => {
    const { ids } = await walk(95, growth, Number.POSITIVE_INFINITY)
    expect(new Set(ids).size).toBe(ids.length)
    // Whatever was there when it began is given; what came in meanwhile need not be.
    const there = Array.from({ length: 95 }, (_, index) => String(95 - index))
    expect(ids.filter(id => Number(id) <= 95)).toEqual(there)
  })

  it.each([
    [0, 1],
    [9, 1],
    [10, 1],
    [11, 2],
    [100, 10],
  ])('of %i charges reads %i pages of ten', async (total, count) => {
    expect((await walk(total, 0, Number.POSITIVE_INFINITY)).calls).toHaveLength(count)
  })

  it('reads on where the service holds its pages shorter than asked for', async () => {
    const time = new Time()
    const { client } = growingList(30, 0, time)
    const short = { payments: (page: number) => client.payments(page, 4) }
    const { signal } = new AbortController()
    const options = {
      client: short,
      pace: new Pace(Number.POSITIVE_INFINITY),
      clock: time,
      signal,
      limit: 10,
    }
    let rows = 0
    for await (const page of pages(options)) rows += page.fresh.length
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

  it('does not hold back while the minute still has room', async () => {
    const { calls } = await walk(1000, 0, 120)
    expect(calls.at(-1)! - calls[0]!).toBe(99 * 10)
  })
})
