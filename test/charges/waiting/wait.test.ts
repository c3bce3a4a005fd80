/** Waiting for many charges together: what is given as ended, when it is over, and how it counts. */

import { describe, expect, it } from 'vitest'
import { ChargesWait } from '#charges/waiting/wait.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { stepText } from '#lib/suggestion.ts'
import { FakeClock, settled } from '../../support/clock.ts'
import { FakeStore, START } from '../watching/fake-store.ts'

const MINUTE = 60_000
const fail = () => {
  throw new Failure('network', 'no answer', { next: 'try again' })
}

/** Waits for charges of a store. */
async function waitFor(
  fill: (store: FakeStore) => string[],
  over: Partial<ConstructorParameters<typeof ChargesWait>[1]> = {},
) {
  const clock = new FakeClock(START)
  const store = new FakeStore(clock)
  const interrupt = new AbortController()
  const lines: string[] = []
  const ended: string[] = []
  const wait = new ChargesWait(fill(store), {
    client: store,
    clock,
    signal: interrupt.signal,
    out: {
      note: step => lines.push(stepText(step)),
      say: step => lines.push(stepText(step)),
      warn: step => lines.push(`warning: ${stepText(step)}`),
      clearStatus: () => {},
    },
    open: async () => null,
    timeoutMs: undefined,
    late: false,
    isSingle: false,
    onTick: () => {},
    ...over,
  })
  const run = async () => {
    for await (const { id, status } of wait.ended()) ended.push(`${id} ${status}`)
  }
  let isOver = false
  const end = run()
    .catch(error => error as unknown)
    .finally(() => {
      isOver = true
    })
  await settled()
  return { clock, store, interrupt, lines, ended, wait, end, isOver: () => isOver }
}

const statesOf = (open: readonly { charge: Payment }[]) =>
  open.map(({ charge }) => `${charge.id} ${charge.status}`)

describe('each charge', () => {
  it('that is PAID but contradicts itself is not given, and fails the wait', async () => {
    const { ended, lines, wait, end } = await waitFor(store => [
      store.create('pay_1', { status: 'PAID', fee: -1 }).id,
      store.create('pay_2', { status: 'PAID' }).id,
    ])
    await end
    expect(ended).toEqual(['pay_2 PAID'])
    expect(lines).toEqual([
      expect.stringMatching(/^warning: .* charge pay_1 is PAID, but .* contradicts that \(fee: .* is -1\);/),
    ])
    expect(wait.failure()).toMatchObject({
      category: 'service',
      message: '1 of 2 charges paid, 1 contradictory',
    })
  })

  it('is given as it ends, and the wait is over with the last one', async () => {
    const { clock, store, ended, wait, end, isOver } = await waitFor(store => store.createMany(1, 4))
    expect(wait.counts).toEqual({ all: 4, paid: 0, unpaid: 0, open: 4, unknown: 0, contradictory: 0 })
    store.become('pay_3', 'PAID')
    await clock.advanceAsync(6_000)
    expect(ended).toEqual(['pay_3 PAID'])
    for (const id of ['pay_1', 'pay_2', 'pay_4']) store.become(id, 'PAID')
    await clock.advanceAsync(10_000)
    expect(isOver()).toBe(true)
    expect(await end).toBeUndefined()
    expect(ended.toSorted()).toEqual(['pay_1 PAID', 'pay_2 PAID', 'pay_3 PAID', 'pay_4 PAID'])
    expect(wait.failure()).toBeNull()
  })

  it('that has ended before is given at once, and one that is given twice is waited for once', async () => {
    const { ended, wait, end } = await waitFor(store => {
      store.createMany(1, 2, { status: 'PAID' })
      return ['pay_1', 'pay_2', 'pay_1']
    })
    await end
    expect(ended).toEqual(['pay_1 PAID', 'pay_2 PAID'])
    expect(wait.counts.all).toBe(2)
  })
})

describe('the end', () => {
  it('is half a minute after the last one expired, and those that the service left open are named', async () => {
    const { clock, wait, end, isOver } = await waitFor(store => store.createMany(1, 3))
    await clock.advanceAsync(30 * MINUTE + 29_000)
    expect(isOver()).toBe(false)
    await clock.advanceAsync(1_000)
    await end
    expect(statesOf(wait.unended)).toEqual(['pay_1 PENDING', 'pay_2 PENDING', 'pay_3 PENDING'])
    expect(wait.failure()).toMatchObject({
      category: 'still_unpaid',
      message: '0 of 3 charges paid, 3 not paid yet',
      next: [{ command: 'charge wait', args: ['pay_1', 'pay_2', 'pay_3'], flags: {} }],
    })
  })

  it('is when the time is over, after a last reading', async () => {
    const { clock, store, ended, wait, end } = await waitFor(store => store.createMany(1, 3), {
      timeoutMs: 7_000,
    })
    await clock.advanceAsync(6_000)
    store.become('pay_1', 'PAID')
    store.become('pay_2', 'FAILED')
    await clock.advanceAsync(2_000)
    await end
    expect(store.calls.map(({ at }) => at).at(-1)).toBe(7)
    expect(ended.toSorted()).toEqual(['pay_1 PAID', 'pay_2 FAILED'])
    expect(statesOf(wait.unended)).toEqual(['pay_3 PENDING'])
    expect(wait.failure()).toMatchObject({ category: 'not_as_expected' })
  })

  it('is after a last reading of charges of two pages', async () => {
    const ids = [1, 2, 103, 104, 105].map(number => `pay_${number}`)
    const { clock, store, ended, wait, end } = await waitFor(
      store => {
        store.createMany(1, 105)
        return ids
      },
      { timeoutMs: 8_000 },
    )
    await clock.advanceAsync(6_000)
    for (const id of ids) store.become(id, 'PAID')
    await clock.advanceAsync(12_000)
    await end
    expect(ended.toSorted()).toEqual(ids.map(id => `${id} PAID`).toSorted())
    expect(wait.failure()).toBeNull()
  })

  it('is 10 s later at the latest, however many there are to read', async () => {
    const { clock, store, end, isOver } = await waitFor(store => store.createMany(1, 100), {
      timeoutMs: 8_000,
    })
    for (let number = 1; number <= 100; number++) store.become(`pay_${number}`, 'PAID')
    await clock.advanceAsync(18_000)
    expect(isOver()).toBe(true)
    await end
  })

  it('keeps the first reading from lasting longer than the time', async () => {
    const limits: (number | undefined)[] = []
    const { end } = await waitFor(
      store => {
        const ids = store.createMany(1, 3)
        const read = store.payments.bind(store)
        store.payments = (page, limit, limitMs?: number) => {
          limits.push(limitMs)
          return read(page, limit)
        }
        store.onCall = fail
        return ids
      },
      { timeoutMs: 3_000 },
    )
    expect(await end).toMatchObject({ category: 'network' })
    expect(limits).toEqual([3_000])
  })

  it('is when the time is over though the service is away, which is said', async () => {
    const { clock, store, lines, wait, end } = await waitFor(store => store.createMany(1, 3), {
      timeoutMs: 7_000,
    })
    store.onCall = fail
    await clock.advanceAsync(7_000)
    await end
    expect(lines).toEqual([
      "warning: the service can't be read: no answer; trying again",
      'warning: these charges were read earlier; the last attempt to read them failed: no answer',
    ])
    expect(wait.failure()).toMatchObject({ category: 'still_unpaid' })
  })

  it('does not come by itself with late, and a late payment counts', async () => {
    const { clock, store, ended, end, isOver } = await waitFor(
      store => store.createMany(1, 3, { status: 'EXPIRED' }),
      { late: true },
    )
    await clock.advanceAsync(120 * MINUTE)
    expect(isOver()).toBe(false)
    for (const id of ['pay_1', 'pay_2', 'pay_3']) store.become(id, 'PAID')
    await clock.advanceAsync(10_000)
    await end
    expect(ended).toHaveLength(3)
  })

  it('counts what ended unpaid', async () => {
    const { clock, store, ended, wait, end } = await waitFor(store => store.createMany(1, 3))
    store.become('pay_1', 'PAID')
    store.become('pay_2', 'EXPIRED')
    store.become('pay_3', 'FAILED')
    await clock.advanceAsync(10_000)
    await end
    expect(ended.toSorted()).toEqual(['pay_1 PAID', 'pay_2 EXPIRED', 'pay_3 FAILED'])
    expect(wait.failure()).toMatchObject({
      category: 'not_as_expected',
      message: '1 of 3 charges paid, 2 ended unpaid',
    })
  })

  it('names no hundred ids', async () => {
    const { clock, wait, end } = await waitFor(store => store.createMany(1, 21), { timeoutMs: 1_000 })
    await clock.advanceAsync(1_000)
    await end
    expect(wait.failure()!.next.map(stepText)).toEqual([
      'to wait again: pixctl charge wait - reads the ids from standard input, one a line',
    ])
  })

  it('by Ctrl-C keeps what was read, and says how to go on', async () => {
    const { interrupt, wait, end } = await waitFor(store => store.createMany(1, 2))
    const stopped = new Stopped('interrupted')
    interrupt.abort(stopped)
    expect(await end).toBe(stopped)
    expect(statesOf(wait.unended)).toEqual(['pay_1 PENDING', 'pay_2 PENDING'])
    expect(wait.stopped(stopped)).toMatchObject({
      category: 'interrupted',
      message: 'you stopped waiting; 0 of 2 charges paid, 2 not paid yet',
      next: [{ args: ['pay_1', 'pay_2'] }],
    })
  })
})

describe('an id that the service does not know', () => {
  it('is said at once, keeps no other from being waited for, and is the gravest', async () => {
    const { clock, store, lines, ended, wait, end } = await waitFor(store => {
      store.createMany(1, 3)
      return ['pay_1', 'pay_none', 'pay_2', 'pay_3']
    })
    await clock.advanceAsync(1_000)
    expect(lines).toEqual(['warning: this store has no charge pay_none'])
    for (const id of ['pay_1', 'pay_2']) store.become(id, 'PAID')
    store.become('pay_3', 'EXPIRED')
    await clock.advanceAsync(10_000)
    await end
    expect(ended).toHaveLength(3)
    expect(wait.failure()).toMatchObject({
      category: 'not_found',
      message: '2 of 4 charges paid, 1 ended unpaid, 1 not found',
    })
  })
})
