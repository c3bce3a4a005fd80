/** Generated runs of the forward loop: payments, failures, waits and an inbox that fails. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FakeClock } from '../support/clock.ts'
import { cases } from '../support/volume.ts'
import { type Payment, runLoop, ScriptedQueue } from './scripted-queue.ts'

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
      cases(60),
    )
  })
})
