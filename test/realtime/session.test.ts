/** The realtime session, step by step. */

import { describe, expect, it } from 'vitest'
import type { RealtimeMessage } from '../../src/contract/realtime.ts'
import { step } from '../../src/realtime/session.ts'
import {
  type Effect,
  type Happening,
  newSession,
  type SessionState,
} from '../../src/realtime/session-state.ts'

const TOKEN = 'service_ws_k3J9mQ2x'

/** A session that is told what happens, and when: `at` is seconds from the start. */
class Run {
  state: SessionState
  nowMs = 1_000_000
  random = 0.5

  constructor({ after, debug = false }: { after?: string; debug?: boolean } = {}) {
    this.state = newSession({ token: TOKEN, after, debug })
  }

  /** What is done about it. */
  take(happening: Happening): readonly Effect[] {
    const { state, effects } = step(this.state, { ...happening, nowMs: this.nowMs, random: this.random })
    this.state = state
    return effects
  }

  /** As above, without the alarm clock. */
  does(happening: Happening): readonly Effect[] {
    return this.take(happening).filter(({ kind }) => kind !== 'wakeAt')
  }

  message(message: RealtimeMessage): readonly Effect[] {
    return this.does({ kind: 'messages', messages: [message] })
  }

  /** Lets time pass, with the ticks that were asked for; gives what was done then. */
  pass(seconds: number): Effect[] {
    const endMs = this.nowMs + seconds * 1000
    const done: Effect[] = []
    for (;;) {
      const atMs = this.state.wakeAtMs
      if (atMs === null || atMs > endMs || this.state.phase === 'ended') break
      this.nowMs = Math.max(this.nowMs, atMs)
      done.push(...this.does({ kind: 'tick' }))
    }
    this.nowMs = endMs
    return done
  }

  /** Lets time pass until the next tick. */
  wake(): readonly Effect[] {
    this.nowMs = this.state.wakeAtMs!
    return this.does({ kind: 'tick' })
  }

  authenticating(): this {
    this.take({ kind: 'start' })
    this.take({ kind: 'opened' })
    return this
  }

  ready(): this {
    this.authenticating()
    this.take({ kind: 'messages', messages: [{ kind: 'ready' }] })
    return this
  }
}

const event = (sequence: string, id = `evt_${sequence}`) => ({
  ...{ kind: 'event' as const, sequence, id, type: 'payment.approved', event: `{"id":"${id}"}` },
})
const status = (text: string | null): Effect => ({ kind: 'status', text })
const LOST = status('connection lost (the connection was cut); reconnecting')

describe('a connection', () => {
  it('begins with the authentication', () => {
    const run = new Run()
    expect(run.does({ kind: 'start' })).toEqual([{ kind: 'connect' }])
    expect(run.does({ kind: 'opened' })).toEqual([{ kind: 'send', text: `{"op":"auth","token":"${TOKEN}"}` }])
    expect(run.message({ kind: 'ready' })).toEqual([{ kind: 'ready' }])
  })

  it('resumes from what was saved', () => {
    const run = new Run({ after: '9007199254740993' })
    run.take({ kind: 'start' })
    expect(run.does({ kind: 'opened' })).toEqual([
      { kind: 'send', text: `{"op":"auth","token":"${TOKEN}","after":"9007199254740993"}` },
    ])
  })

  it('is ready with the first event, also where nothing says so', () => {
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

  it('is given up where it is not made within 15 s', () => {
    const run = new Run()
    run.take({ kind: 'start' })
    expect(run.pass(14.999)).toEqual([])
    expect(run.pass(0.001)).toEqual([
      { kind: 'terminate' },
      status('no connection (no connection within 15 s); trying again'),
    ])
  })

  it('is given up where it is not ready within 20 s, however much it says', () => {
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

  it.each<[string, Happening]>([
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
      status('connection lost (silent for 40 s); reconnecting'),
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

  it('is not waited for once the machine has slept', () => {
    const run = new Run().ready()
    run.pass(5)
    run.nowMs += 3_600_000
    expect(run.does({ kind: 'tick' })).toEqual([
      { kind: 'terminate' },
      status('connection lost (this machine slept); reconnecting'),
    ])
  })

  it('goes on when the clock is set back, and is not taken for sleep', () => {
    const run = new Run().ready()
    run.pass(20)
    run.nowMs -= 3_600_000
    run.take({ kind: 'heard', what: 'WebSocket pong' })
    expect(run.pass(19.999)).toEqual([])
    expect(run.pass(0.001)).toEqual([{ kind: 'ping' }])
  })
})

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
    run.wake()
    run.take({ kind: 'opened' })
    expect(run.message({ kind: 'ready' })).toEqual([{ kind: 'ready' }, status(null)])
  })

  it('an event that comes again at once is not delivered again', () => {
    const run = new Run().ready()
    run.message(event('7'))
    run.take({ kind: 'closed', code: 1006, reason: '' })
    run.wake()
    run.take({ kind: 'opened' })
    expect(run.does({ kind: 'messages', messages: [event('7'), event('8')] })).toEqual([
      ...[{ kind: 'ready' }, status(null), { kind: 'deliver', events: [event('8')] }],
    ])
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

  it('goes on for ever', () => {
    const run = new Run()
    run.take({ kind: 'start' })
    for (let times = 0; times < 5000; times++) {
      run.take({ kind: 'failed', why: 'the network is not reachable', status: null })
      run.wake()
    }
    expect(run.state).toMatchObject({ phase: 'connecting', lost: true })
  })

  it('an event, or ten seconds of being ready, make the waits short again', () => {
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
    const [idle, fruitful, steady, brief] = [begun(), begun(), begun(), begun()]
    fruitful.message(event('7'))
    steady.message({ kind: 'ready' })
    steady.pass(10)
    brief.message({ kind: 'ready' })
    brief.pass(9.9)
    expect([idle, fruitful, steady, brief].map(wait)).toEqual([15_000, 250, 250, 15_000])
  })
})

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
    const closed: Happening = { kind: 'closed', code, reason }
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

describe('what is told', () => {
  it('is each frame, where it is asked for, and never the token', () => {
    const run = new Run({ after: '6', debug: true })
    const said = [
      ...run.take({ kind: 'start' }),
      ...run.take({ kind: 'opened' }),
      ...run.message({ kind: 'unknown', why: `it is named "${TOKEN}"` }),
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
        '< a message that isn\'t understood: it is named "***"',
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
