/** The realtime session in random scenarios: what must be true for every order of events. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RealtimeMessage } from '#contract/realtime.ts'
import type { SessionEvent } from '#realtime/session-state.ts'
import { cases, runsAll } from '../support/volume.ts'
import { TOKEN } from './session-run.ts'
import { type Act, type Service, World } from './session-world.ts'

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
const outOfOrder: fc.Arbitrary<SessionEvent> = fc.constantFrom<SessionEvent>(
  ...[{ kind: 'start' as const }, { kind: 'opened' as const }, { kind: 'tick' as const }],
  ...[
    { kind: 'tick' as const, lateMs: 7_200_000 },
    { kind: 'tick' as const, lateMs: -7_200_000 },
  ],
  ...[{ kind: 'heard' as const, what: 'x' }, { kind: 'resumed' as const }],
)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Act>({ kind: 'opens' }) },
  { weight: 5, arbitrary: fc.constant<Act>({ kind: 'accepts' }) },
  {
    weight: 8,
    arbitrary: fc.integer({ min: 1, max: 5 }).map(events => ({ kind: 'sends' as const, events })),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 5 }).map(events => ({ kind: 'goesOn' as const, events })),
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
  { weight: 1, arbitrary: outOfOrder.map(sessionEvent => ({ kind: 'outOfOrder' as const, sessionEvent })) },
)

interface Scenario {
  service: Service
  saved: boolean
  randoms: fc.Stream<number>
  acts: Act[]
}

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  service: fc.record({ inclusive: fc.boolean(), tells: fc.boolean() }),
  saved: fc.boolean(),
  randoms: fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
  acts: fc.array(act, { maxLength: 120, size: 'max' }),
})

function run({ service, saved, randoms, acts }: Scenario): World {
  const world = new World(service, saved, () => randoms.next().value)
  world.happens({ kind: 'start' })
  for (const act of acts) world.does(act)
  return world
}

describe('in every scenario', () => {
  it('there is one connection at a time, authenticated first, and only the first message has the token', () => {
    const seen = { connects: 0, delivered: 0, ends: new Set<string | null>() }
    fc.assert(
      fc.property(scenarios, each => {
        const { connects, delivered, ended } = run(each)
        seen.connects = Math.max(seen.connects, connects)
        seen.delivered = Math.max(seen.delivered, delivered.length)
        seen.ends.add(ended)
      }),
      cases(500),
    )
    // Only as many as with `npm run test:all` reach every end.
    if (!runsAll) return
    expect(seen.connects).toBeGreaterThan(5)
    expect(seen.delivered).toBeGreaterThan(20)
    expect(seen.ends).toEqual(new Set([null, 'token', 'after', 'refused']))
  })

  it('every event is delivered once and in order', () => {
    fc.assert(
      fc.property(scenarios, each => {
        const { delivered, saved } = run(each)
        const first = saved === undefined ? delivered[0] : saved + 1n
        expect(delivered).toEqual(delivered.map((_, index) => first! + BigInt(index)))
      }),
      cases(500),
    )
  })

  it('a service that is silent or can’t be reached is tried again within two minutes', () => {
    fc.assert(
      fc.property(scenarios, each => {
        const world = run(each)
        if (world.ended) return
        const before = world.connects
        world.does({ kind: 'resume' })
        world.passes(120_000)
        expect(world.connects).toBeGreaterThan(before)
      }),
      cases(300),
    )
  })

  it('the session ends when it is stopped', () => {
    fc.assert(
      fc.property(scenarios, each => {
        const world = run(each)
        const before = world.ended
        world.does({ kind: 'stop' })
        expect(world.ended).toBe(before ?? 'stopped')
        expect(world.link).toBe('none')
      }),
    )
  })
})
