/** The realtime session in a world of chance: what must hold whatever happens, in whichever order. */

import fc from 'fast-check'
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
/** Sequences begin above what a number can hold. */
const FIRST = 9_007_199_254_740_993n

type Act =
  | { kind: 'opens' | 'accepts' | 'binary' | 'pause' | 'resume' | 'stop' }
  | { kind: 'fails'; status: number | null }
  | { kind: 'closes'; code: number; reason: string }
  | { kind: 'says'; message: RealtimeMessage }
  | { kind: 'sends'; events: number }
  /** Time passes, with the ticks that were asked for. */
  | { kind: 'passes'; ms: number }
  /** The clock moves, and nothing ticks meanwhile. */
  | { kind: 'jumps'; ms: number }
  /** Something that an executor wouldn't say then. */
  | { kind: 'untimely'; happening: Happening }

const text = fc.constantFrom('', 'bye', 'unknown sequence', `bad token ${TOKEN}`, 'after is unknown', 'busy')
const status = fc.constantFrom(null, null, null, 401, 404, 429, 503)
const code = fc.constantFrom(1000, 1001, 1006, 1011, 1012, 1013, 4400, 1008, 4401)
const message: fc.Arbitrary<RealtimeMessage> = fc.oneof(
  fc.constantFrom<RealtimeMessage>(
    { kind: 'ready' },
    { kind: 'pong' },
    { kind: 'ping', answer: '{"op":"pong"}' },
  ),
  text.map(why => ({ kind: 'unknown' as const, why })),
  fc.record({
    kind: fc.constant('error' as const),
    about: fc.constantFrom('other' as const, 'other' as const, 'token' as const, 'after' as const),
    message: text,
  }),
)
const untimely: fc.Arbitrary<Happening> = fc.constantFrom<Happening>(
  ...[{ kind: 'start' as const }, { kind: 'opened' as const }, { kind: 'tick' as const }],
  ...[{ kind: 'heard' as const, what: 'x' }, { kind: 'resumed' as const }],
)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Act>({ kind: 'opens' }) },
  { weight: 5, arbitrary: fc.constant<Act>({ kind: 'accepts' }) },
  {
    weight: 8,
    arbitrary: fc.integer({ min: 1, max: 5 }).map(events => ({ kind: 'sends' as const, events })),
  },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 45_000 }).map(ms => ({ kind: 'passes' as const, ms })) },
  { weight: 2, arbitrary: message.map(each => ({ kind: 'says' as const, message: each })) },
  { weight: 2, arbitrary: status.map(each => ({ kind: 'fails' as const, status: each })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(code, text)
      .map(([each, reason]) => ({ kind: 'closes' as const, code: each, reason })),
  },
  { weight: 1, arbitrary: fc.constantFrom<Act>({ kind: 'pause' }, { kind: 'resume' }, { kind: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: -7_200_000, max: 7_200_000 }).map(ms => ({ kind: 'jumps' as const, ms })),
  },
  { weight: 1, arbitrary: untimely.map(happening => ({ kind: 'untimely' as const, happening })) },
)

/** The service and the executor, which checks every effect. */
class World {
  state: SessionState
  nowMs = 1_000_000
  randoms: () => number
  link: 'none' | 'connecting' | 'open' = 'none'
  /** Whether this connection was authenticated, and from where it goes on. */
  authenticated = false
  next = 0n
  /** The last sequence that exists. */
  last = FIRST + 5n
  alarmMs: number | null = null
  delivered: bigint[] = []
  saved: bigint | undefined
  ended: string | null = null
  told: string | null = null
  connects = 0
  inclusive: boolean

  constructor(saved: boolean, inclusive: boolean, randoms: () => number) {
    this.saved = saved ? FIRST + 2n : undefined
    this.inclusive = inclusive
    this.randoms = randoms
    this.state = newSession({ token: TOKEN, after: this.saved?.toString(), debug: true })
  }

  happens(happening: Happening): void {
    const { state, effects } = step(this.state, { ...happening, nowMs: this.nowMs, random: this.randoms() })
    this.state = state
    if (this.ended) expect(effects).toEqual([])
    for (const effect of effects) this.check(effect)
    if (this.ended) return
    expect(this.alarmMs).not.toBeNull()
  }

  check(effect: Effect): void {
    if (effect.kind !== 'send' && effect.kind !== 'deliver')
      expect(JSON.stringify(effect)).not.toContain(TOKEN)
    expect(this.ended).toBeNull()
    switch (effect.kind) {
      case 'connect':
        expect(this.link).toBe('none')
        this.link = 'connecting'
        this.authenticated = false
        this.connects++
        break
      case 'send':
        expect(this.link).toBe('open')
        if (!this.authenticated) this.authenticate(JSON.parse(effect.text))
        else expect(effect.text).toBe('{"op":"pong"}')
        break
      case 'ping':
        expect([this.link, this.authenticated]).toEqual(['open', true])
        break
      case 'close':
        expect(this.link).toBe('open')
        this.link = 'none'
        break
      case 'terminate':
        expect(this.link).not.toBe('none')
        this.link = 'none'
        break
      case 'deliver':
        expect(this.link).toBe('open')
        this.delivered.push(...effect.events.map(({ sequence }) => BigInt(sequence)))
        break
      case 'wakeAt':
        expect(effect.atMs - this.nowMs).toBeLessThanOrEqual(30_000)
        this.alarmMs = effect.atMs
        break
      case 'status':
        // One text, then null, then a text.
        expect(effect.text === null).toBe(this.told !== null)
        this.told = effect.text
        break
      case 'end':
        expect(this.link).toBe('none')
        this.ended = effect.end.kind
        break
    }
  }

  authenticate(auth: { op: string; token: string; after?: string }): void {
    const latest = this.delivered.at(-1) ?? this.saved
    expect(auth).toEqual({
      op: 'auth',
      token: TOKEN,
      ...(latest === undefined ? {} : { after: `${latest}` }),
    })
    this.authenticated = true
    if (latest === undefined) this.next = this.last + 1n
    else this.next = this.inclusive && this.delivered.length > 0 ? latest : latest + 1n
  }

  does(act: Act): void {
    if (act.kind === 'passes') this.passes(act.ms)
    else if (act.kind === 'jumps') {
      this.nowMs += act.ms
      // An alarm rings after so much time, whatever the clock says.
      if (this.alarmMs !== null) this.alarmMs += Math.min(0, act.ms)
    } else {
      const happening = this.happeningOf(act)
      if (happening) this.happens(happening)
    }
  }

  /** What the executor says; nothing where the act is impossible now. */
  happeningOf(act: Exclude<Act, { kind: 'passes' | 'jumps' }>): Happening | null {
    const { link } = this
    switch (act.kind) {
      case 'opens':
        if (link === 'connecting') this.link = 'open'
        return link === 'connecting' ? { kind: 'opened' } : null
      case 'fails':
        if (link === 'connecting') this.link = 'none'
        return link === 'connecting' ? { kind: 'failed', why: `no way, ${TOKEN}`, status: act.status } : null
      case 'closes':
        if (link === 'open') this.link = 'none'
        return link === 'open' ? { ...act, kind: 'closed' } : null
      case 'accepts':
        return link === 'open' ? { kind: 'messages', messages: [{ kind: 'ready' }] } : null
      case 'says':
        return link === 'open' ? { kind: 'messages', messages: [act.message] } : null
      case 'sends':
        return link === 'open' ? { kind: 'messages', messages: this.events(act.events) } : null
      case 'binary':
        return link === 'open' ? { kind: 'heard', what: 'binary message of 3 bytes' } : null
      case 'pause':
        return { kind: 'paused' }
      case 'resume':
        return { kind: 'resumed' }
      case 'stop':
        return { kind: 'stop' }
      case 'untimely':
        if (act.happening.kind === 'opened' && link === 'connecting') this.link = 'open'
        return act.happening
    }
  }

  events(count: number): RealtimeMessage[] {
    return Array.from({ length: count }, () => {
      const sequence = this.next++
      if (sequence > this.last) this.last = sequence
      return {
        kind: 'event',
        sequence: `${sequence}`,
        id: `evt_${sequence}`,
        type: 'payment.created',
        event: '{}',
      }
    })
  }

  passes(ms: number): void {
    const endMs = this.nowMs + ms
    while (!this.ended && this.alarmMs !== null && this.alarmMs <= endMs) {
      this.nowMs = Math.max(this.nowMs, this.alarmMs)
      this.alarmMs = null
      this.happens({ kind: 'tick' })
    }
    this.nowMs = Math.max(this.nowMs, endMs)
  }
}

interface Life {
  saved: boolean
  inclusive: boolean
  randoms: fc.Stream<number>
  acts: Act[]
}

const lives: fc.Arbitrary<Life> = fc.record({
  saved: fc.boolean(),
  inclusive: fc.boolean(),
  randoms: fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
  acts: fc.array(act, { maxLength: 120, size: 'max' }),
})

function lived({ saved, inclusive, randoms, acts }: Life): World {
  const world = new World(saved, inclusive, () => randoms.next().value)
  world.happens({ kind: 'start' })
  for (const act of acts) world.does(act)
  return world
}

describe('whatever happens', () => {
  it('there is one connection at a time, authenticated first, and the token is told to nobody', () => {
    const seen = { connects: 0, delivered: 0, ends: new Set<string | null>() }
    fc.assert(
      fc.property(lives, each => {
        const { connects, delivered, ended } = lived(each)
        seen.connects = Math.max(seen.connects, connects)
        seen.delivered = Math.max(seen.delivered, delivered.length)
        seen.ends.add(ended)
      }),
      { numRuns: 500 },
    )
    // Chance got around.
    expect(seen.connects).toBeGreaterThan(5)
    expect(seen.delivered).toBeGreaterThan(20)
    expect(seen.ends).toEqual(new Set([null, 'token', 'after', 'refused']))
  })

  it('every event is delivered once and in order', () => {
    fc.assert(
      fc.property(lives, each => {
        const { delivered, saved } = lived(each)
        const first = saved === undefined ? delivered[0] : saved + 1n
        expect(delivered).toEqual(delivered.map((_, index) => first! + BigInt(index)))
      }),
      { numRuns: 500 },
    )
  })

  it('a service that is silent, or can not be reached, is tried again within two minutes', () => {
    fc.assert(
      fc.property(lives, each => {
        const world = lived(each)
        if (world.ended) return
        const before = world.connects
        world.does({ kind: 'resume' })
        world.passes(120_000)
        expect(world.connects).toBeGreaterThan(before)
      }),
      { numRuns: 300 },
    )
  })

  it('it ends when it is stopped', () => {
    fc.assert(
      fc.property(lives, each => {
        const world = lived(each)
        const before = world.ended
        world.does({ kind: 'stop' })
        expect(world.ended).toBe(before ?? 'stopped')
        expect(world.link).toBe('none')
      }),
    )
  })
})
