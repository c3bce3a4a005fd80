/** Several attempts at once: the order for each payment, the waits, and what is claimed. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LostHold } from '../../src/store/inbox/inbox.ts'
import { FakeClock } from '../support/clock.ts'
import { type Payment, runLoop, ScriptedQueue } from './scripted-queue.ts'

/** A run over these payments' events, in order of arrival. */
function overPayments(payments: Payment[], options: Parameters<typeof runLoop>[0] = {}) {
  const queue = new ScriptedQueue(options.concurrency === 1)
  queue.add(...payments)
  return runLoop({ queue, ...options })
}

const refused = { status: 422 }

describe('several payments', () => {
  it('go at once, as many as asked for', async () => {
    const { clock, inFlight, sent } = overPayments(['a', 'b', 'c', 'd', 'e', 'f'], { concurrency: 3 })
    await clock.advanceAsync(4)
    expect([...inFlight]).toEqual([1, 2, 3])
    await clock.advanceAsync(5)
    expect([...inFlight]).toEqual([4, 5, 6])
    await clock.advanceAsync(5)
    expect(sent).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('each keep their own order', async () => {
    const { clock, sent, queue } = overPayments(['a', 'a', 'b', 'a', 'b'])
    await clock.advanceAsync(4)
    expect(sent).toEqual([1, 3])
    await clock.advanceAsync(1000)
    expect(sent.filter(id => [1, 2, 4].includes(id))).toEqual([1, 2, 4])
    expect(queue.pending).toEqual([])
  })

  it('wait for nothing if the event has no payment', async () => {
    const { clock, inFlight } = overPayments([null, null, null])
    await clock.advanceAsync(1)
    expect([...inFlight]).toEqual([1, 2, 3])
  })

  it('go on while one is refused, which takes no place', async () => {
    const payments = ['bad', ...Array.from({ length: 40 }, (_, n) => `p${n}`), 'bad']
    const answer = (id: number) => (id === 1 ? refused : { status: 204 })
    const { clock, queue, sent, results } = overPayments(payments, { answer, concurrency: 2 })
    await clock.advanceAsync(400)
    expect(queue.pending).toEqual([1, 42])
    expect(sent.filter(id => id === 1)).toHaveLength(1)
    expect(results.find(({ delivery }) => delivery.id === 1)).toMatchObject({ status: 422, nextMs: 500 })
  })

  it('start before the record of another payment, but not before that of their own', async () => {
    const queue = new ScriptedQueue()
    queue.add('a', 'a', 'b', 'c')
    const record = Promise.withResolvers<void>()
    queue.before = async operation => {
      if (operation === 'record') await record.promise
    }
    const { clock, sent } = runLoop({ queue, concurrency: 1 + 1 })
    await clock.advanceAsync(100)
    expect(sent).toEqual([1, 3, 4])
    record.resolve()
    await clock.advanceAsync(100)
    expect(sent).toEqual([1, 3, 4, 2])
  })

  it('stop when twice as many as asked for could not be recorded', async () => {
    const queue = new ScriptedQueue()
    queue.add(...Array.from({ length: 20 }, (_, n) => `p${n}`))
    queue.before = async operation => {
      if (operation === 'record') throw new Error('disk full')
    }
    const { clock, sent, results } = runLoop({ queue, concurrency: 3 })
    await clock.advanceAsync(10_000)
    expect(sent).toHaveLength(6)
    expect(results).toEqual([])
    queue.before = async () => {}
    await clock.advanceAsync(10_000)
    expect(queue.pending).toEqual([])
    expect(sent).toHaveLength(20)
  })
})

describe('one attempt at a time', () => {
  it('lets nothing overtake what has failed, also if the next one is claimed only after its back-off', async () => {
    const answer = (_id: number, attempt: number) => (attempt === 1 ? refused : { status: 204 })
    const clock = new FakeClock()
    const queue = new ScriptedQueue(true)
    queue.add('a', 'b')
    let claims = 0
    queue.before = async operation => {
      if (operation === 'claim' && ++claims === 2) await clock.sleep(2000)
    }
    const { sent } = runLoop({ queue, clock, answer, concurrency: 1 })
    await clock.advanceAsync(10_000)
    expect(sent).toEqual([1, 1, 2, 2])
  })
})

describe('the back-off of a payment', () => {
  it('doubles by itself, whatever the others do', async () => {
    const at: number[] = []
    const clock = new FakeClock()
    const answer = (id: number) => {
      if (id === 1) at.push(clock.monotonic())
      return id === 1 ? refused : { status: 204 }
    }
    const { queue } = overPayments(['bad'], { answer, clock })
    for (let n = 0; n < 60; n++) {
      queue.add(`p${n}`)
      await clock.advanceAsync(1000)
    }
    const waits = at.slice(1).map((each, n) => each - at[n]! - 5)
    expect(waits.map(ms => Math.round(ms / 100) * 100)).toEqual([500, 1000, 2000, 4000, 8000, 16_000])
  })

  it('ends with a claim: what another process has handled is not sent again', async () => {
    const answer = (_id: number, attempt: number) => (attempt === 1 ? refused : { status: 204 })
    const { clock, queue, sent } = overPayments(['a', 'a'], { answer })
    await clock.advanceAsync(100)
    queue.of(1).state = 'done'
    await clock.advanceAsync(3000)
    expect(sent.filter(id => id === 1)).toHaveLength(1)
    expect(queue.pending).toEqual([])
  })

  it('holds only so many deliveries: then nothing is claimed until one is due', async () => {
    // One of five is accepted, so that the target doesn't count as down.
    const answer = (id: number) => (id % 5 === 0 ? { status: 204 } : refused)
    const payments = Array.from({ length: 400 }, () => null)
    const { clock, sent, results } = overPayments(payments, { answer, concurrency: 4, mostWaiting: 40 })
    await clock.advanceAsync(450)
    const waiting = results.filter(({ nextMs }) => nextMs !== null).length
    expect(waiting).toBeGreaterThanOrEqual(40)
    // Those that were sent or claimed already come to it.
    expect(waiting).toBeLessThanOrEqual(40 + 2 * 4 + 4)
    const before = sent.length
    await clock.advanceAsync(40)
    expect(sent).toHaveLength(before)
    await clock.advanceAsync(200)
    expect(sent.length).toBeGreaterThan(before)
  })
})

describe('a target that accepts nothing', () => {
  it('gets one attempt a second after ten, and all again after a 2xx', async () => {
    let isDown = true
    const at: number[] = []
    const clock = new FakeClock()
    const answer = () => {
      at.push(clock.monotonic())
      return { status: isDown ? 503 : 204 }
    }
    const payments = Array.from({ length: 300 }, (_, n) => `p${n}`)
    const { queue, inFlight } = overPayments(payments, { answer, clock, concurrency: 8 })
    await clock.advanceAsync(500)
    const first = at.length
    expect(first).toBeGreaterThanOrEqual(10)
    expect(first).toBeLessThanOrEqual(10 + 8)
    for (let second = 0; second < 20; second++) {
      await clock.advanceAsync(1000)
      expect(inFlight.size).toBeLessThanOrEqual(1)
    }
    expect(at.length - first).toBe(20)
    isDown = false
    await clock.advanceAsync(2000)
    expect(queue.pending.length).toBeLessThan(150)
    await clock.advanceAsync(60_000)
    expect(queue.pending).toEqual([])
  })

  it('counts only failures without a 2xx between them', async () => {
    // Nine of ten are refused, for ever.
    const answer = (id: number) => ({ status: id % 10 === 0 ? 204 : 422 })
    const payments = Array.from({ length: 200 }, (_, n) => `p${n}`)
    const { clock, queue } = overPayments(payments, { answer, concurrency: 1 + 1 })
    await clock.advanceAsync(1000)
    expect(queue.pending.filter(id => id % 10 === 0)).toEqual([])
  })
})

describe('a hold that is lost', () => {
  it('ends the loop after the running attempts, which are recorded', async () => {
    const { clock, lost, sent, queue, running } = overPayments(['a', 'b', 'c', 'd', 'e'], { concurrency: 2 })
    await clock.advanceAsync(4)
    lost.abort()
    await clock.advanceAsync(100)
    await running
    expect(sent).toEqual([1, 2])
    expect(queue.attempts.map(({ id, outcome }) => [id, outcome])).toEqual([
      [1, 'done'],
      [2, 'done'],
    ])
  })

  it('is also one that a claim reports', async () => {
    const queue = new ScriptedQueue()
    queue.before = async operation => {
      if (operation === 'claim') throw new LostHold()
    }
    const { running, faults } = runLoop({ queue })
    await running
    expect(faults).toEqual([])
  })

  it.each([1, 4])(
    'sends nothing that was claimed before the process was stopped (%i at once)',
    async concurrency => {
      const payments = Array.from({ length: 20 }, (_, n) => `p${n}`)
      const { clock, queue, sent, running } = overPayments(payments, { concurrency })
      await clock.advanceAsync(4)
      const before = sent.length
      clock.suspend(20_000)
      queue.before = async operation => {
        if (operation !== 'record') throw new LostHold()
      }
      await clock.advanceAsync(1000)
      await running
      expect(sent).toHaveLength(before)
    },
  )
})

describe('an inbox that is away', () => {
  it('is asked each second, reported once, and then all goes on', async () => {
    const { clock, queue, faults, sent } = overPayments(['a', 'b', 'a'], {
      answer: (_id, attempt) => (attempt === 1 ? refused : { status: 204 }),
    })
    await clock.advanceAsync(100)
    let asked = 0
    const away = new Error('the server is away')
    queue.before = async () => {
      asked++
      throw away
    }
    await clock.advanceAsync(10_000)
    expect(asked).toBeLessThanOrEqual(11)
    expect(faults).toEqual([away])
    queue.before = async () => {}
    await clock.advanceAsync(10_000)
    expect(queue.pending).toEqual([])
    expect(sent.filter(id => id === 1)).toHaveLength(2)
  })
})

describe('any run', () => {
  const plan = fc.record({
    payments: fc.array(fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { nil: null }), {
      maxLength: 30,
    }),
    concurrency: fc.constantFrom(1, 2, 3, 8),
    // How often each delivery fails before it is accepted, in turn, and how.
    failures: fc.array(fc.nat(3), { minLength: 1, maxLength: 10 }),
    statuses: fc.array(fc.constantFrom(500, 422, null), { minLength: 1, maxLength: 5 }),
    latencies: fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 10 }),
    storeMs: fc.array(fc.constantFrom(0, 0, 1, 50, 700), { minLength: 1, maxLength: 10 }),
    faults: fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    late: fc.nat(3000),
  })

  it('sends each payment in order, one at a time, each until a 2xx and never after it', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async given => {
        const clock = new FakeClock()
        const queue = new ScriptedQueue(given.concurrency === 1)
        const half = given.payments.length >> 1
        queue.add(...given.payments.slice(0, half))
        let operations = 0
        const turn = <T>(values: readonly T[], n: number): T => values[n % values.length]!
        queue.before = async () => {
          const n = operations++
          const ms = turn(given.storeMs, n)
          if (ms > 0) await clock.sleep(ms)
          // Every fourth operation at most, so that it comes to an end.
          if (n % 4 === 3 && turn(given.faults, n >> 2)) throw new Error('away')
        }
        /** Sent, and not yet recorded. */
        const open = new Set<number>()
        const record = queue.record.bind(queue)
        queue.record = async attempt => {
          await record(attempt)
          open.delete(attempt.id)
        }
        const broken: string[] = []
        const check = (id: number) => {
          const { paymentId } = queue.of(id).delivery
          if (queue.of(id).state !== 'pending') broken.push(`${id} sent after its record`)
          const before =
            given.concurrency === 1 ? queue.pending : queue.pending.filter(each => same(each, paymentId))
          if (given.concurrency === 1 || paymentId !== null) {
            if (before[0] !== id) broken.push(`${id} sent while ${before[0]} is pending`)
          }
          for (const each of open) {
            const isBeside = each === id || given.concurrency === 1 || same(each, paymentId)
            if (isBeside) broken.push(`${id} sent beside ${each}`)
          }
          open.add(id)
          if (run.inFlight.size > given.concurrency) broken.push(`${run.inFlight.size} in flight`)
        }
        const same = (id: number, payment: Payment) =>
          payment !== null && queue.of(id).delivery.paymentId === payment
        let asked = 0
        const run = runLoop({
          clock,
          queue,
          concurrency: given.concurrency,
          random: () => given.random,
          answer: (id, attempt) => {
            check(id)
            const n = asked++
            const isAccepted = attempt > turn(given.failures, id)
            return { status: isAccepted ? 204 : turn(given.statuses, n), afterMs: turn(given.latencies, n) }
          },
        })
        await clock.advanceAsync(given.late)
        queue.add(...given.payments.slice(half))
        run.loop.wake()
        await clock.advanceAsync(900_000)
        await run.stop()
        expect(broken).toEqual([])
        expect(queue.pending).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})
