/** A proxy that cuts every connection that is idle for a few seconds. */

import { describe, expect, it } from 'vitest'
import type { Effect } from '#realtime/session-state.ts'
import { event, LOST, MISSED, Run, status } from './session-run.ts'

describe('behind a proxy that cuts every connection after 8 s', () => {
  /** The waits before the connections of an hour, and the minutes of the lines. `each` happens on every connection. */
  function hour(run: Run, each: (run: Run) => readonly Effect[]) {
    const [waits, lines]: [number[], number[]] = [[], []]
    const startMs = run.nowMs
    const note = (effects: readonly Effect[]) => {
      for (const { kind } of effects) if (kind === 'status') lines.push((run.nowMs - startMs) / 60_000)
    }
    while (run.nowMs < startMs + 3_600_000) {
      note(each(run))
      note(run.cut())
      waits.push(run.state.connectAtMs - run.nowMs)
      while (run.state.phase === 'waiting') note(run.wake())
      run.take({ kind: 'opened' })
    }
    return { waits: new Set(waits), lines }
  }

  it('the waits grow, and one line is printed', () => {
    const run = new Run({ after: '5' }).authenticating()
    const { waits, lines } = hour(run, () => [...run.message({ kind: 'ready' }), ...run.pass(8)])
    expect([...waits]).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000])
    expect(lines).toHaveLength(1)
  })

  it('at most one line a minute is printed though events come between', () => {
    for (const options of [{ after: '5' }, {}]) {
      const run = new Run(options).authenticating()
      let sequence = 5
      const { lines } = hour(run, () => [
        ...run.message({ kind: 'ready' }),
        ...run.pass(4),
        ...(++sequence % 3 === 0 ? run.message(event(`${sequence}`)) : []),
        ...run.pass(4),
      ])
      expect(lines.length).toBeGreaterThan(30)
      expect(lines.length).toBeLessThanOrEqual(60)
    }
  })

  it('missed events are reported at most once in two minutes, and none is forgotten', () => {
    const run = new Run().authenticating()
    const { lines } = hour(run, () => [...run.message({ kind: 'ready' }), ...run.pass(12)])
    expect(lines.length).toBeLessThanOrEqual(60)
    run.message({ kind: 'ready' })
    const said = []
    for (let times = 0; times < 12; times++) said.push(...run.pass(10), ...run.message({ kind: 'pong' }))
    expect(said.filter(({ kind }) => kind === 'status')).toEqual([status(MISSED)])
  })

  it('a loss that was not said is said if the connection stays lost', () => {
    const run = new Run({ after: '5' }).ready()
    expect(run.cut()).toEqual([LOST])
    run.reopen()
    run.message(event('6'))
    expect(run.cut()).toEqual([])
    const said = []
    const startMs = run.nowMs
    while (said.length === 0) {
      said.push(...run.wake().filter(({ kind }) => kind === 'status'))
      if (said.length === 0) run.take({ kind: 'failed', why: 'the connection was refused', status: null })
    }
    expect(said).toEqual([LOST])
    expect(run.nowMs - startMs).toBeLessThanOrEqual(120_000)
  })
})
