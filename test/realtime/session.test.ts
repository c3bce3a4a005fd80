/** The realtime session, step by step. */

import { describe, expect, it } from 'vitest'
import type { RealtimeMessage } from '#contract/realtime.ts'
import type { SessionEvent } from '#realtime/session-state.ts'
import { event, Run, status, TOKEN } from './session-run.ts'

describe('a connection', () => {
  it('begins with the authentication', () => {
    const run = new Run()
    expect(run.does({ kind: 'start' })).toEqual([{ kind: 'connect' }])
    expect(run.does({ kind: 'opened' })).toEqual([{ kind: 'send', text: `{"op":"auth","token":"${TOKEN}"}` }])
    expect(run.message({ kind: 'ready' })).toEqual([{ kind: 'ready' }])
  })

  it('is ready with the first event, even without a ready message', () => {
    const run = new Run().authenticating()
    expect(run.message(event('7'))).toEqual([{ kind: 'ready' }, { kind: 'deliver', events: [event('7')] }])
    expect(run.message({ kind: 'ready' })).toEqual([])
  })

  it('delivers what comes together together', () => {
    const run = new Run().ready()
    const messages: RealtimeMessage[] = [
      ...[event('7'), event('8'), { kind: 'ping' as const, answer: '{"op":"pong"}' }, event('9')],
    ]
    expect(run.does({ kind: 'messages', messages })).toEqual([
      { kind: 'deliver', events: [event('7'), event('8')] },
      { kind: 'send', text: '{"op":"pong"}' },
      { kind: 'deliver', events: [event('9')] },
    ])
  })

  it('is given up if it is not open within 15 s', () => {
    const run = new Run()
    run.take({ kind: 'start' })
    expect(run.pass(14.999)).toEqual([])
    expect(run.pass(0.001)).toEqual([
      { kind: 'terminate' },
      status('no connection (no connection within 15 s); trying again'),
    ])
  })

  it('is given up if it is not ready within 20 s, even if other messages come', () => {
    const run = new Run().authenticating()
    for (let second = 0; second < 19; second++) {
      expect(run.pass(1)).toEqual([])
      run.take({ kind: 'heard', what: 'WebSocket ping' })
    }
    expect(run.pass(1)).toEqual([
      { kind: 'terminate' },
      status('no connection (not ready within 20 s); trying again'),
    ])
  })
})

describe('the heartbeat', () => {
  it('is a WebSocket ping every 20 s', () => {
    const run = new Run().ready()
    for (let times = 0; times < 5; times++) {
      expect(run.pass(19.999)).toEqual([])
      expect(run.pass(0.001)).toEqual([{ kind: 'ping' }])
      run.take({ kind: 'heard', what: 'WebSocket pong' })
    }
  })

  it.each<[string, SessionEvent]>([
    ['an event', { kind: 'messages', messages: [event('7')] }],
    ['a JSON ping', { kind: 'messages', messages: [{ kind: 'ping', answer: '{}' }] }],
    ['a message that is not understood', { kind: 'messages', messages: [{ kind: 'unknown', why: 'x' }] }],
    ['any frame', { kind: 'heard', what: 'WebSocket pong' }],
  ])('counts %s as a sign of life', (_name, sign) => {
    const run = new Run().ready()
    run.pass(39)
    run.take(sign)
    expect(run.pass(39)).not.toContainEqual({ kind: 'terminate' })
    expect(run.pass(1)).toEqual([
      { kind: 'terminate' },
      status('connection lost (nothing received for 40 s); reconnecting'),
    ])
  })

  it('is not missed while nothing is read', () => {
    const run = new Run().ready()
    run.take({ kind: 'paused' })
    expect(run.pass(3600).every(({ kind }) => kind === 'ping')).toBe(true)
    run.take({ kind: 'resumed' })
    expect(run.pass(39.999).every(({ kind }) => kind === 'ping')).toBe(true)
    expect(run.pass(0.001)).toContainEqual({ kind: 'terminate' })
  })

  it('is not waited for after the machine has slept', () => {
    const run = new Run().ready()
    run.pass(5)
    expect(run.does({ kind: 'tick', lateMs: 3_600_000 })).toEqual([
      { kind: 'terminate' },
      status('connection lost (this machine slept); reconnecting'),
    ])
  })

  it('continues when the clock is set back, and doesn’t treat that as sleep', () => {
    const run = new Run().ready()
    expect(run.does({ kind: 'tick', lateMs: -3_600_000 })).toEqual([])
  })
})

describe('what is logged', () => {
  it('is each frame with --debug, and never the token', () => {
    const run = new Run({ after: '6', debug: true })
    const said = [
      ...run.take({ kind: 'start' }),
      ...run.take({ kind: 'opened' }),
      ...run.message({ kind: 'unknown', why: `it is named "${TOKEN} ${TOKEN}"` }),
      ...run.message({ kind: 'ready' }),
      ...run.message(event('7')),
      ...run.take({ kind: 'heard', what: 'WebSocket ping' }),
      ...run.message({ kind: 'ping', answer: '{}' }),
      ...run.message({ kind: 'pong' }),
      ...run.message({ kind: 'error', about: 'other', message: 'slow down' }),
      ...run.take({ kind: 'closed', code: 1012, reason: `bye, ${TOKEN}` }),
    ]
    expect(said.flatMap(effect => (effect.kind === 'debug' ? [effect.text] : []))).toEqual([
      ...[
        'connecting',
        '> auth, after 6',
        '< a message that isn\'t understood: it is named "*** ***"',
        '< ready',
      ],
      ...['< event 7 payment.approved evt_7', '< WebSocket ping', '< ping, > pong', '< pong'],
      ...['< error: slow down', '< close 1012: bye, ***'],
      'no connection (close 1012: bye, ***); the next one in 250 ms',
    ])
    expect(said.filter(({ kind }) => kind === 'status')).toEqual([
      status('connection lost (close 1012: bye, ***); reconnecting'),
    ])
  })
})
