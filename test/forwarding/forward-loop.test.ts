/** When an event is sent again, what is recorded before that, and what ends the loop. */

import { describe, expect, it } from 'vitest'
import { LeaseLost } from '#inbox/inbox.ts'
import { FakeClock } from '../support/clock.ts'
import { ALL, failing, runLoop, ScriptedLog, TWO } from './scripted-log.ts'

const payments = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`)

describe.each([1, 4])('the back-off, with %i at once', concurrency => {
  it('of an event doubles from half a second to half a minute, whatever else arrives', async () => {
    const at: number[] = []
    const clock = new FakeClock()
    const answer = (id: number) => {
      if (id === 1) at.push(clock.monotonic())
      return { status: id === 1 ? 500 : 204, afterMs: 0 }
    }
    const { log, loop } = runLoop({ log: new ScriptedLog('bad'), clock, answer, concurrency })
    for (let second = 0; second < 130; second++) {
      log.add(`p${second}`)
      loop.wake()
      await clock.advanceAsync(1000)
    }
    const waits = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]
    expect(at.slice(1).map((each, n) => each - at[n]!)).toEqual(waits)
  })

  it('is up to a quarter shorter by chance, and begins anew after a 2xx', async () => {
    const answer = (_id: number, attempt: number) => ({ status: attempt % 3 === 0 ? 204 : 500 })
    const { log, clock, results } = runLoop({
      log: new ScriptedLog('a'),
      answer,
      concurrency,
      random: () => 0,
    })
    await clock.advanceAsync(3000)
    log.of(1).forward = 'pending'
    await clock.advanceAsync(3000)
    expect(results.map(({ nextMs }) => nextMs)).toEqual([375, 750, null, 375, 750, null])
  })

  it('ends with a claim: what another process has handled is left out', async () => {
    const { clock, log, sent } = runLoop({ log: new ScriptedLog('a', 'a'), answer: failing(1), concurrency })
    await clock.advanceAsync(100)
    log.of(1).forward = 'done'
    await clock.advanceAsync(3000)
    expect(sent).toEqual([1, 2, 2])
  })

  it('ends when somebody asks to try now, once for each time, and not by other news', async () => {
    const { clock, loop, sent, ask } = runLoop({
      log: new ScriptedLog('a'),
      answer: failing(99),
      concurrency,
    })
    await clock.advanceAsync(40_000)
    const before = sent.length
    loop.wake()
    await clock.advanceAsync(100)
    expect(sent).toHaveLength(before)
    ask()
    loop.wake()
    await clock.advanceAsync(2000)
    expect(sent).toHaveLength(before + 1)
  })

  it('is none after an attempt that was under way then', async () => {
    const answer = (_id: number, attempt: number) => ({ status: attempt === 1 ? 500 : 204, afterMs: 3000 })
    const { clock, sent, ask, results } = runLoop({ log: new ScriptedLog('a'), answer, concurrency })
    await clock.advanceAsync(1000)
    ask()
    await clock.advanceAsync(2100)
    expect(results).toMatchObject([{ status: 500, nextMs: 0 }])
    expect(sent).toEqual([1, 1])
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
    const log = new ScriptedLog(...payments(300))
    const { inFlight } = runLoop({ log, answer, clock, concurrency: 8 })
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
    expect(log.pending.length).toBeLessThan(150)
    await clock.advanceAsync(60_000)
    expect(log.pending).toEqual([])
  })

  it('is none that accepts one of ten', async () => {
    const answer = (id: number) => ({ status: id % 10 === 0 ? 204 : 422 })
    const { clock, log } = runLoop({ log: new ScriptedLog(...payments(200)), answer, concurrency: 2 })
    await clock.advanceAsync(1000)
    expect(log.pending.filter(id => id % 10 === 0)).toEqual([])
  })
})

describe('an attempt', () => {
  it('is recorded before it is shown and before the next of its payment; others need not wait', async () => {
    const recorded = Promise.withResolvers<void>()
    const log = new ScriptedLog('a', 'a', 'b', 'c')
    log.before = async operation => {
      if (operation === 'record') await recorded.promise
    }
    const { clock, sent, results } = runLoop({ log, concurrency: 2 })
    await clock.advanceAsync(20)
    expect([sent, results]).toEqual([[1, 3, 4], []])
    await clock.advanceAsync(5000)
    expect(sent).toHaveLength(3)
    recorded.resolve()
    await clock.advanceAsync(10)
    expect(sent).toEqual([1, 3, 4, 2])
    expect(results.map(({ event }) => event.id)).toEqual([1, 3, 4, 2])
  })

  it.each([204, 500])('that was answered %i and can not be recorded is not made again', async status => {
    const log = new ScriptedLog('a', 'b')
    const full = new Error('database or disk is full')
    log.failAt('record', full, 3)
    const answer = (_id: number, attempt: number) => ({ status: attempt === 1 ? status : 204 })
    const { clock, sent, results, faults } = runLoop({ log, answer, concurrency: 1 })
    await clock.advanceAsync(3000)
    expect([sent, results]).toEqual([[1], []])
    await clock.advanceAsync(10)
    expect(results[0]).toMatchObject({ status, attempt: 1 })
    expect(log.attempts[0]).toMatchObject({ event: 1, status, to: ALL, replay: false })
    expect(faults).toEqual([full, full, full])
  })

  it('is none when twice as many as asked for could not be recorded', async () => {
    const log = new ScriptedLog(...payments(20))
    log.failAt('record', new Error('disk full'))
    const { clock, sent } = runLoop({ log, concurrency: 3 })
    await clock.advanceAsync(10_000)
    expect(sent).toHaveLength(6)
    log.before = async () => {}
    await clock.advanceAsync(10_000)
    expect([sent.length, log.pending]).toEqual([20, []])
  })

  it('counts on from those of earlier runs', async () => {
    const log = new ScriptedLog('a')
    log.of(1).attemptCount = 7
    const { clock, results } = runLoop({ log, answer: failing(1) })
    await clock.advanceAsync(1000)
    expect(results.map(({ attempt }) => attempt)).toEqual([8, 9])
  })
})

describe('with nothing pending', () => {
  it('it looks each second, and at once when it is woken', async () => {
    const { clock, log, loop, sent } = runLoop()
    await clock.advanceAsync(10_500)
    expect(log.claims).toHaveLength(11)
    log.add('a')
    await clock.advanceAsync(499)
    expect(sent).toEqual([])
    await clock.advanceAsync(1)
    expect(sent).toEqual([1])
    log.add('b')
    loop.wake()
    await clock.advanceAsync(0)
    expect(sent).toEqual([1, 2])
  })

  it('it is idle, but not if it was woken while it asked', async () => {
    const asked = Promise.withResolvers<void>()
    const log = new ScriptedLog()
    log.before = () => asked.promise
    const { clock, loop, idle } = runLoop({ log })
    loop.wake()
    asked.resolve()
    await clock.advanceAsync(0)
    expect([log.claims, idle.length]).toEqual([[0, 0], 1])
  })

  it.each([
    ['an event waits to be sent again', undefined],
    ['a target is spared', async () => true],
  ])('it is not idle while %s', async (_why, shouldPark) => {
    const log = new ScriptedLog()
    for (const payment of payments(20)) log.addOf('deposit.approved', payment)
    const { clock, idle } = runLoop({ log, answer: failing(99), concurrency: 1, shouldPark, routes: TWO })
    await clock.advanceAsync(2500)
    expect([log.pending.length > 0, idle]).toEqual([true, []])
  })
})

describe('the end', () => {
  it.each([0, 1])('comes at once out of a wait (%i events)', async count => {
    const { clock, end, running, sent } = runLoop({
      log: new ScriptedLog(...payments(count)),
      answer: failing(99),
    })
    await clock.advanceAsync(100)
    end.abort()
    await running
    expect(sent).toHaveLength(count)
  })

  it('waits for the attempt in hand, which is recorded and shown', async () => {
    const answer = () => ({ status: 204, afterMs: 3000 })
    const { log, clock, stop, results } = runLoop({ log: new ScriptedLog('a', 'b'), answer, concurrency: 1 })
    await clock.advanceAsync(10)
    await stop()
    expect(results).toMatchObject([{ status: 204, event: { id: 1 } }])
    expect(log.pending).toEqual([2])
  })

  it('does not wait for a record that fails; what was not recorded is not shown', async () => {
    const log = new ScriptedLog('a')
    log.failAt('record', new Error('disk full'))
    const { clock, end, running, results } = runLoop({ log })
    await clock.advanceAsync(10)
    end.abort()
    await running
    expect(results).toEqual([])
  })

  it('comes with an error that its caller throws', async () => {
    const onAttempt = () => {
      throw new Error('the reader is gone')
    }
    const { clock, running } = runLoop({ log: new ScriptedLog('a'), onAttempt })
    const ended = expect(running).rejects.toThrow('the reader is gone')
    await clock.advanceAsync(10)
    await ended
  })
})

describe('a lease that is lost', () => {
  it('ends the loop after the running attempts, which are recorded', async () => {
    const log = new ScriptedLog(...payments(5))
    const { clock, lost, sent, running } = runLoop({ log, concurrency: 2 })
    await clock.advanceAsync(4)
    lost.abort()
    await clock.advanceAsync(100)
    await running
    expect([sent, log.pending]).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  })

  it('is also one that a claim reports, or that is found out only when the claim is there', async () => {
    const log = new ScriptedLog('a')
    log.failAt('claim', new LeaseLost())
    const first = runLoop({ log })
    await first.running
    const claimed = Promise.withResolvers<void>()
    const later = new ScriptedLog('a')
    later.before = () => claimed.promise
    const second = runLoop({ log: later })
    second.lost.abort()
    claimed.resolve()
    await second.running
    expect([first.faults, first.sent, later.claims, second.sent]).toEqual([[], [], [1], []])
  })
})

describe('an inbox that is away', () => {
  it('is asked each second, and then all goes on', async () => {
    const log = new ScriptedLog('a', 'b', 'a')
    const { clock, faults, sent } = runLoop({ log, answer: failing(1) })
    await clock.advanceAsync(100)
    log.failAt('unclaim', new Error('the server is away'), 10)
    await clock.advanceAsync(10_000)
    expect(faults).toHaveLength(10)
    await clock.advanceAsync(10_000)
    expect(log.pending).toEqual([])
    expect(sent.filter(id => id === 1)).toHaveLength(2)
  })
})
