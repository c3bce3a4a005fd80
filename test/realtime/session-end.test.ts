/** What ends the realtime session, and what doesn't. */

import { describe, expect, it } from 'vitest'
import type { Effect, SessionEvent } from '#realtime/session-state.ts'
import { Run, status } from './session-run.ts'

describe('the end', () => {
  const MESSAGES = [
    [
      { kind: 'error', about: 'token', message: 'invalid token' },
      { kind: 'token', why: 'invalid token' },
    ],
    [
      { kind: 'error', about: 'after', message: 'too old' },
      { kind: 'after', why: 'too old', after: '7' },
    ],
  ] as const

  it.each(MESSAGES)('comes with %j before ready', (message, end) => {
    const run = new Run({ after: '7' }).authenticating()
    expect(run.message(message)).toEqual([
      { kind: 'close', code: 1000 },
      { kind: 'end', end },
    ])
  })

  it.each(MESSAGES)('does not come with %j once it was ready', message => {
    expect(new Run({ after: '7' }).ready().message(message)).toEqual([])
  })

  it('does not come with an error about anything else, nor about an after that was not sent', () => {
    expect(new Run().authenticating().message({ kind: 'error', about: 'other', message: 'busy' })).toEqual([])
    expect(new Run().authenticating().message({ kind: 'error', about: 'after', message: 'x' })).toEqual([])
  })

  it.each([
    [4401, ''],
    [4403, 'forbidden'],
    [1008, ''],
    [1008, 'policy'],
    [4401, 'unknown sequence'],
  ])('comes with close %i %j, before ready and after', (code, reason) => {
    const end = { kind: 'token', why: `close ${code}${reason && `: ${reason}`}` }
    for (const run of [new Run({ after: '7' }).authenticating(), new Run({ after: '7' }).ready()]) {
      expect(run.does({ kind: 'closed', code, reason })).toEqual([{ kind: 'end', end }])
    }
  })

  it.each([
    [4400, 'after is not a known sequence'],
    [4404, 'unknown cursor'],
    [4409, 'cannot resume'],
    [4410, 'sequence no longer available'],
    [1008, 'unknown cursor'],
  ])('comes with close %i %j before ready', (code, reason) => {
    const closed: SessionEvent = { kind: 'closed', code, reason }
    const end = { kind: 'after', why: `close ${code}: ${reason}`, after: '7' }
    expect(new Run({ after: '7' }).authenticating().does(closed)).toEqual([{ kind: 'end', end }])
    if (code === 1008) return
    expect(new Run({ after: '7' }).ready().does(closed)).toEqual([
      status(`connection lost (${end.why}); reconnecting`),
    ])
    expect(new Run().authenticating().does(closed)).toEqual([
      status(`no connection (${end.why}); trying again`),
    ])
  })

  it.each([
    ...[1000, 1001, 1005, 1006, 1007, 1009, 1011, 1012, 1013, 1014, 1015, 3000, 4000, 4400, 4404, 4408, 4429],
  ])('does not come with close %i', code => {
    for (const run of [new Run({ after: '7' }).authenticating(), new Run({ after: '7' }).ready()]) {
      expect(run.does({ kind: 'closed', code, reason: 'see you' })).toEqual([
        { kind: 'status', text: expect.stringContaining('see you') },
      ])
      expect(run.wake()).toEqual([{ kind: 'connect' }])
    }
  })

  it.each([
    [401, 'token'],
    [403, 'token'],
    [200, 'refused'],
    [301, 'refused'],
    [308, 'refused'],
    [400, 'refused'],
    [404, 'refused'],
    [426, 'refused'],
  ])('comes with HTTP %i: %s', (httpStatus, kind) => {
    const run = new Run()
    run.take({ kind: 'start' })
    const [effect, ...others] = run.does({ kind: 'failed', why: `HTTP ${httpStatus}`, status: httpStatus })
    expect(effect).toMatchObject({ kind: 'end', end: { kind, why: `HTTP ${httpStatus}` } })
    expect(others).toEqual([])
  })

  it.each([408, 425, 429, 500, 502, 503, 504, null])('does not come with HTTP %s', httpStatus => {
    const run = new Run()
    run.take({ kind: 'start' })
    expect(run.does({ kind: 'failed', why: 'it failed', status: httpStatus })).toEqual([
      status('no connection (it failed); trying again'),
    ])
  })

  it('comes when it is stopped, wherever it is', () => {
    const end: Effect = { kind: 'end', end: { kind: 'stopped' } }
    const connecting = new Run()
    connecting.take({ kind: 'start' })
    const waiting = new Run().ready()
    waiting.take({ kind: 'closed', code: 1006, reason: '' })
    expect(new Run().does({ kind: 'stop' })).toEqual([end])
    expect(connecting.does({ kind: 'stop' })).toEqual([{ kind: 'terminate' }, end])
    expect(new Run().authenticating().does({ kind: 'stop' })).toEqual([{ kind: 'close', code: 1000 }, end])
    expect(new Run().ready().does({ kind: 'stop' })).toEqual([{ kind: 'close', code: 1000 }, end])
    expect(waiting.does({ kind: 'stop' })).toEqual([end])
  })
})
