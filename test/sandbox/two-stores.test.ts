/**
 * Two stores of one sandbox are apart: whatever happens in both, each sees what it would see in a sandbox of its own
 * where only its own operations happen.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startSandbox } from '#sandbox/index.ts'
import { FakeClock } from '../support/clock.ts'
import { cases } from '../support/volume.ts'
import { callers, startHarness } from './harness.ts'
import { openRealtime, stream } from './realtime-client.ts'
import { startReceiver } from './receiver.ts'
import { Shop, viewOf } from './shop.ts'

/** Both stores take their UUIDs from here. */
const UUIDS = Array.from({ length: 4 }, (_, index) => `123e4567-e89b-42d3-a456-42661417400${index}`)

const index = fc.nat({ max: 5 })
const amount = fc.integer({ min: 100, max: 9_999 }).map(centavos => centavos / 100)

const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('create' as const), uuid: fc.constantFrom(...UUIDS), amount }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('pay', 'expire', 'fail', 'get'), index }) },
  fc.record({ do: fc.constant('deposit' as const), amount }),
  fc.record({
    do: fc.constant('key' as const),
    expiresIn: fc.option(fc.constantFrom(60, 3600), { nil: null }),
  }),
  fc.record({ do: fc.constantFrom('revoke', 'use', 'remove', 'test'), index }),
  fc.record({ do: fc.constantFrom('endpoint', 'ping', 'list', 'balance', 'disable', 'enable', 'rotate') }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('guess' as const), index }) },
)
/** What both stores do at the same time, and how long they wait after that. */
const step = fc.record({
  ours: fc.option(operation),
  theirs: fc.option(operation),
  waits: fc.constantFrom(0, 0, 1_000, 30 * 60_000),
})

const NOTHING: Shop['ids'] = { charge: [], key: [], endpoint: [] }

it('each store of two sees what it sees alone, whatever happens in both', async () => {
  const receiver = await startReceiver()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async steps => {
      const clocks = [new FakeClock(), new FakeClock(), new FakeClock()]
      const [both, oursAlone, theirsAlone] = await Promise.all(
        clocks.map(clock => startSandbox({ dataDir: ':memory:', rateLimit: 'off', clock })),
      )
      try {
        await callers(both!).control('/stores', { name: 'other' })
        const [first, second] = both!.stores()
        const hook = (store: string) => `${receiver.url}&store=${store}`
        const ours = new Shop(first!, hook('ours'), { charge: [], key: [], endpoint: [] })
        const theirs = new Shop(second!, hook('theirs'), ours.ids)
        Object.assign(ours.foreign, theirs.ids)
        const alone = [
          new Shop(oursAlone!, hook('ours'), NOTHING),
          new Shop(theirsAlone!, hook('theirs'), NOTHING),
        ]
        for (const { ours: one, theirs: other, waits } of steps) {
          await Promise.all([one && ours.run(one), other && theirs.run(other)])
          if (one) await alone[0]!.run(one)
          if (other) await alone[1]!.run(other)
          for (const clock of clocks) await clock.advanceAsync(waits)
        }
        expect(await viewOf(ours, both!, 'main')).toBe(await viewOf(alone[0]!, oursAlone!, 'main'))
        expect(await viewOf(theirs, both!, 'other')).toBe(await viewOf(alone[1]!, theirsAlone!, 'main'))
      } finally {
        await Promise.all([both, oursAlone, theirsAlone].map(sandbox => sandbox!.close()))
      }
    }),
    cases(24),
  )
})

/** A sandbox with two stores. */
async function startTwo() {
  const harness = await startHarness()
  expect((await harness.control('/stores', { name: 'other' })).status).toBe(201)
  const [first, second] = harness.sandbox.stores()
  return { ...harness, ours: { ...first!, ...callers(first!) }, theirs: { ...second!, ...callers(second!) } }
}

describe('two stores', () => {
  it('do not know the sequences of each other', async () => {
    const { ours, theirs } = await startTwo()
    for (let n = 0; n < 5; n++) await ours.control('/deposits', { amount: 1 })
    const client = await openRealtime(theirs)
    client.send({ op: 'auth', token: theirs.wsToken, after: '9007199254740997' })
    expect(await client.closed).toMatchObject({ code: 4400 })
  })

  it('make two charges of the same Idempotency-Key, also in the same moment', async () => {
    const { ours, theirs } = await startTwo()
    const made = await Promise.all(
      [ours, theirs, ours, theirs].map(({ create }, n) => create({ amount: n % 2 ? 20 : 10 }, UUIDS[0]!)),
    )
    expect(made.map(({ status }) => status)).toEqual([201, 201, 200, 200])
    const ids = made.map(({ body }) => body.data.id)
    expect(ids[0]).toBe(ids[2])
    expect(ids[1]).toBe(ids[3])
    expect(ids[0]).not.toBe(ids[1])
  })

  it('deliver to their own endpoints only', async () => {
    const { ours, theirs } = await startTwo()
    const [here, there] = [await startReceiver(), await startReceiver()]
    await ours.control('/webhooks', { url: here.url })
    await theirs.control('/webhooks', { url: there.url })
    await theirs.control('/deposits', { amount: 2 })
    await ours.control('/deposits', { amount: 1 })
    const amountOf = ({ body }: { body: Buffer }) => JSON.parse(String(body)).data.amount
    expect((await here.received.until(1)).map(amountOf)).toEqual([1])
    expect((await there.received.until(1)).map(amountOf)).toEqual([2])
  })

  it('have samples, faults and realtime clients of their own', async () => {
    const { ours, theirs } = await startTwo()
    await theirs.control('/seed', { count: 20 })
    expect((await ours.api('/payments')).body.pagination.total).toBe(0)
    expect((await theirs.api('/payments')).body.pagination.total).toBe(20)
    expect((await theirs.control('/faults', { on: 'balance', kind: 'status', status: 503 })).status).toBe(201)
    expect((await ours.control('/faults')).body.data).toEqual([])
    expect((await ours.api('/balance')).status).toBe(200)
    expect((await theirs.api('/balance')).status).toBe(503)
    await stream(ours)
    expect((await theirs.control('/realtime/test', {})).body.data.clients).toBe(0)
  })
})
