/** In which order events are sent: for each payment over all targets, for each target with one at once, and in any run. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { targetOf } from '#forwarding/routes.ts'
import { FakeClock } from '../support/clock.ts'
import { cases } from '../support/volume.ts'
import { ALL, DEPOSITS, ONE, type Payment, runLoop, ScriptedLog, TWO } from './scripted-log.ts'

describe('one attempt at a time', () => {
  it('keeps the order of arrival when somebody asks to try now', async () => {
    const answer = (id: number, attempt: number) => ({ status: id === 1 && attempt < 3 ? 500 : 204 })
    const { clock, loop, sent, ask } = runLoop({ log: new ScriptedLog('a', 'b'), answer, concurrency: 1 })
    for (const _ of [1, 2]) {
      await clock.advanceAsync(100)
      ask()
      loop.wake()
    }
    await clock.advanceAsync(100)
    expect(sent).toEqual([1, 1, 1, 2])
  })

  it('waits for its caller to handle each attempt', async () => {
    const shown = Promise.withResolvers<void>()
    const log = new ScriptedLog('a', 'b')
    const { clock, sent } = runLoop({ log, concurrency: 1, onAttempt: () => shown.promise })
    await clock.advanceAsync(5000)
    expect(sent).toEqual([1])
    shown.resolve()
    await clock.advanceAsync(10)
    expect(sent).toEqual([1, 2])
  })
})

describe('several at once', () => {
  it('are as many as asked for', async () => {
    const log = new ScriptedLog('a', 'b', 'c', 'd', null, null)
    const { clock, inFlight, sent } = runLoop({ log, concurrency: 3 })
    await clock.advanceAsync(4)
    expect([...inFlight]).toEqual([1, 2, 3])
    await clock.advanceAsync(5)
    expect([...inFlight]).toEqual([4, 5, 6])
    await clock.advanceAsync(5)
    expect(sent).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('go on while one is refused, which takes no place', async () => {
    const log = new ScriptedLog('bad', ...Array.from({ length: 40 }, (_, n) => `p${n}`), 'bad')
    const answer = (id: number) => ({ status: id === 1 ? 422 : 204 })
    const { clock, sent } = runLoop({ log, answer, concurrency: 2 })
    await clock.advanceAsync(400)
    expect(log.pending).toEqual([1, 42])
    expect(sent.filter(id => id === 1)).toHaveLength(1)
  })
})

describe('several targets', () => {
  it.each([1, 4])('with one that does not answer: the others get theirs, %i at once', async concurrency => {
    const log = new ScriptedLog()
    for (let n = 0; n < 20; n++) log.addOf(n % 2 ? 'payment.created' : 'deposit.approved', `p${n}`)
    const answer = (id: number) => (id % 2 ? { status: null, afterMs: 10_000 } : { status: 204 })
    const { clock, sentTo } = runLoop({ log, answer, concurrency, routes: TWO })
    await clock.advanceAsync(300)
    expect(sentTo(ALL)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20])
    expect(sentTo(DEPOSITS)).toEqual([1, 3, 5, 7].slice(0, concurrency))
    // In its back-off, what has failed holds back all of it, or itself alone.
    await clock.advanceAsync(10_000)
    expect(sentTo(DEPOSITS)).toHaveLength(concurrency === 1 ? 1 : 8)
  })

  it('get no more at once than was asked for, though another one has room', async () => {
    const log = new ScriptedLog()
    log.addOf('deposit.approved', 'a')
    const { clock, loop, inFlight } = runLoop({ log, concurrency: 2, routes: TWO })
    await clock.advanceAsync(1)
    for (const payment of ['b', 'c', 'd']) log.addOf('deposit.approved', payment)
    loop.wake()
    await clock.advanceAsync(1)
    expect([...inFlight]).toEqual([1, 2])
  })

  it('leave what goes nowhere where it is, and nothing waits for it', async () => {
    const log = new ScriptedLog()
    log.addOf('payment.created', 'a')
    log.addOf('deposit.approved', 'a')
    const { clock, sent, idle } = runLoop({ log, routes: [TWO[0]] })
    await clock.advanceAsync(100)
    expect([sent, log.pending, idle.length > 0]).toEqual([[2], [1], true])
  })
})

describe('any run', () => {
  const types = ['payment.created', 'deposit.approved'] as const
  const plan = fc.record({
    events: fc.array(
      fc.tuple(fc.constantFrom(...types), fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: null })),
      { maxLength: 30 },
    ),
    concurrency: fc.constantFrom(1, 2, 3, 8),
    isOneTarget: fc.boolean(),
    // How often each event fails before it is accepted, in turn, and how.
    failures: fc.array(fc.nat(3), { minLength: 1, maxLength: 10 }),
    statuses: fc.array(fc.constantFrom(500, 422, null), { minLength: 1, maxLength: 5 }),
    latencies: fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 10 }),
    storeMs: fc.array(fc.constantFrom(0, 0, 1, 50, 700), { minLength: 1, maxLength: 10 }),
    faults: fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    late: fc.nat(3000),
  })
  const turn = <T>(values: readonly T[], n: number): T => values[n % values.length]!

  it('sends each payment in order, one at a time, each event until a 2xx and never after it', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ concurrency, ...given }) => {
        const clock = new FakeClock()
        const log = new ScriptedLog()
        const add = (events: readonly [string, Payment][]) => {
          for (const [type, payment] of events) log.addOf(type, payment)
        }
        const half = given.events.length >> 1
        add(given.events.slice(0, half))
        let operations = 0
        log.before = async () => {
          const n = operations++
          await clock.sleep(turn(given.storeMs, n))
          // Every fourth operation at most, so that it comes to an end.
          if (n % 4 === 3 && turn(given.faults, n >> 2)) throw new Error('away')
        }
        const routes = given.isOneTarget ? ONE : TWO
        const target = (id: number) => targetOf(routes, log.of(id).type)
        const isSamePayment = (id: number, other: number) =>
          log.of(id).paymentId !== null && log.of(id).paymentId === log.of(other).paymentId
        const broken: string[] = []
        /** Whether it was sent, and that isn't recorded. */
        const isOpen = (id: number) => run.sent.filter(each => each === id).length > log.of(id).attemptCount
        const check = (id: number) => {
          const { pending } = log
          if (!pending.includes(id)) broken.push(`${id} sent after its record`)
          const isHeld = (each: number) => pending.some(other => other < each && isSamePayment(other, each))
          if (isHeld(id)) broken.push(`${id} sent before an earlier one of its payment`)
          const others = [...new Set(run.sent)].filter(each => each !== id && isOpen(each))
          const atTarget = others.filter(each => target(each) === target(id))
          if (others.some(each => isSamePayment(each, id)))
            broken.push(`${id} sent beside one of its payment`)
          if (concurrency > 1) return
          if (atTarget.length > 0) broken.push(`${id} sent beside ${atTarget}`)
          // Those before it wait for an earlier one of their payment, at the other target.
          const first = pending.find(each => target(each) === target(id) && !isHeld(each))
          if (first !== id) broken.push(`${id} sent before ${first}`)
        }
        let asked = 0
        const run = runLoop({
          ...{ clock, log, concurrency, routes, random: () => given.random },
          answer: (id, attempt) => {
            check(id)
            if (run.inFlight.size > concurrency * routes.length) broken.push(`${run.inFlight.size} in flight`)
            const n = asked++
            const status = attempt > turn(given.failures, id) ? 204 : turn(given.statuses, n)
            return { status, afterMs: turn(given.latencies, n) }
          },
        })
        await clock.advanceAsync(given.late)
        add(given.events.slice(half))
        run.loop.wake()
        for (let s = 0; s < 900 && log.pending.length > 0; s++) await clock.advanceAsync(1000)
        await run.stop()
        expect(broken).toEqual([])
        expect(log.pending).toEqual([])
      }),
      cases(60),
    )
  })
})
