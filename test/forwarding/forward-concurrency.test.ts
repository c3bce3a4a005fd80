/** Several attempts at once: the order for each payment, the waits, and what is claimed. */

import { describe, expect, it } from 'vitest'
import { LeaseLost } from '#inbox/inbox.ts'
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
      if (operation === 'claim') throw new LeaseLost()
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
        if (operation !== 'record') throw new LeaseLost()
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
