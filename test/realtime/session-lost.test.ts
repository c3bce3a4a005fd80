/** The realtime session when a connection is lost, and when the next one is there. */

import { describe, expect, it } from 'vitest'
import { event, LOST, MISSED, Run, status, TOKEN } from './session-run.ts'

describe('after a connection is lost', () => {
  it('the next one resumes from the latest event, and says once that it was lost', () => {
    const run = new Run({ after: '5' }).ready()
    run.message(event('6'))
    run.message(event('7'))
    expect(run.does({ kind: 'closed', code: 1006, reason: '' })).toEqual([LOST])
    expect(run.wake()).toEqual([{ kind: 'connect' }])
    expect(run.does({ kind: 'failed', why: 'the network is not reachable', status: null })).toEqual([])
    expect(run.wake()).toEqual([{ kind: 'connect' }])
    expect(run.does({ kind: 'opened' })).toEqual([
      { kind: 'send', text: `{"op":"auth","token":"${TOKEN}","after":"7"}` },
    ])
    expect(run.does({ kind: 'closed', code: 1012, reason: 'restart' })).toEqual([])
    run.reopen()
    expect(run.message({ kind: 'ready' })).toEqual([{ kind: 'ready' }])
    expect(run.pass(9.999)).toEqual([])
    expect(run.pass(0.001)).toEqual([status(null)])
  })

  it('the event that was the last one, sent again, makes no wait short and says nothing of it', () => {
    const run = new Run().ready()
    run.message(event('7'))
    run.cut()
    const waits = []
    for (let times = 0; times < 4; times++) {
      run.reopen()
      expect(run.message(event('7'))).toEqual([{ kind: 'ready' }])
      expect(run.cut()).toEqual([])
      waits.push(run.state.wakeAtMs! - run.nowMs)
    }
    expect(waits).toEqual([500, 1000, 2000, 4000])
  })

  it('behind a proxy that cuts every connection after 8 s, the waits grow, and one line is printed', () => {
    const run = new Run({ after: '5' }).ready()
    const waits: number[] = []
    let lines = 0
    for (let times = 0; times < 8; times++) {
      const effects = [...run.pass(8), ...run.cut()]
      lines += effects.filter(({ kind }) => kind === 'status').length
      waits.push(run.state.connectAtMs - run.nowMs)
      run.reopen()
      run.message({ kind: 'ready' })
    }
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000])
    expect(lines).toBe(1)
  })

  it('another event of the same sequence is delivered', () => {
    const run = new Run().ready()
    run.message(event('7', 'evt_a'))
    expect(run.message(event('7', 'evt_b'))).toEqual([{ kind: 'deliver', events: [event('7', 'evt_b')] }])
  })

  /** The milliseconds until the next connection. */
  function waits(run: Run, lose: () => void, times: number): number[] {
    const found: number[] = []
    for (let each = 0; each < times; each++) {
      lose()
      found.push(run.state.wakeAtMs! - run.nowMs)
      run.wake()
    }
    return found
  }

  it('the waits are chosen by chance up to a bound that doubles to half a minute', () => {
    for (const random of [0, 0.25, 0.999]) {
      const run = new Run()
      run.random = random
      run.take({ kind: 'start' })
      const fail = () => {
        run.take({ kind: 'failed', why: 'the connection was refused', status: null })
      }
      const bounds = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]
      expect(waits(run, () => fail(), 8).map(Math.round)).toEqual(bounds.map(ms => Math.round(ms * random)))
    }
  })

  it('an event, or being ready for ten seconds, make the waits short again', () => {
    const begun = () => {
      const run = new Run()
      run.take({ kind: 'start' })
      for (let times = 0; times < 6; times++) {
        run.take({ kind: 'failed', why: 'the connection was refused', status: null })
        run.wake()
      }
      run.take({ kind: 'opened' })
      return run
    }
    const wait = (run: Run) => {
      run.take({ kind: 'closed', code: 1006, reason: '' })
      return run.state.wakeAtMs! - run.nowMs
    }
    const [idle, busy, steady, brief] = [begun(), begun(), begun(), begun()]
    busy.message(event('7'))
    steady.message({ kind: 'ready' })
    steady.pass(10)
    brief.message({ kind: 'ready' })
    brief.pass(9)
    expect([idle, busy, steady, brief].map(wait)).toEqual([15_000, 250, 250, 15_000])
  })
})

describe('if no event has come yet', () => {
  it('an event of the sequence that ready gave is delivered', () => {
    const run = new Run().ready('7')
    expect(run.message(event('7'))).toEqual([{ kind: 'deliver', events: [event('7')] }])
  })

  it('what ready says counts neither beside what was asked for nor beside an event', () => {
    const asked = new Run({ after: '5' }).authenticating()
    expect(asked.message({ kind: 'ready', sequence: '9' })).toEqual([{ kind: 'ready', elsewhere: '9' }])
    const ready = new Run().authenticating()
    ready.message(event('7'))
    ready.message({ kind: 'ready', sequence: '9' })
    for (const [run, after] of [[asked, '5'] as const, [ready, '7'] as const]) {
      run.cut()
      expect(run.reopen()).toMatchObject({ after })
    }
  })

  it('and ready has no sequence, it is said once that events were missed', () => {
    const run = new Run().ready()
    expect(run.cut()).toEqual([LOST])
    expect(run.reopen()).toEqual({ op: 'auth', token: TOKEN })
    expect(run.message({ kind: 'ready' })).toEqual([{ kind: 'ready' }])
    expect(run.pass(10)).toEqual([status(MISSED)])
    run.message(event('7'))
    run.nowMs += 120_000
    expect(run.cut()).toEqual([LOST])
    expect(run.reopen()).toMatchObject({ after: '7' })
    run.message({ kind: 'ready' })
    expect(run.pass(10)).toEqual([status(null)])
  })

  it('no events are missed before the first ready', () => {
    const run = new Run().authenticating()
    expect(run.cut()).toEqual([status('no connection (the connection was cut); trying again')])
    run.reopen()
    run.message({ kind: 'ready' })
    expect(run.pass(10)).toEqual([status('connected')])
  })
})
