/** When an event is parked, and what follows it. */

import { describe, expect, it } from 'vitest'
import { type ParkingRules, parkingBy } from '#forwarding/parking.ts'
import type { KeptAttempt } from '#inbox/inbox.ts'
import { runLoop, ScriptedLog } from './scripted-log.ts'

/** An event whose earlier attempts ended so; null if no answer came, and a replay in brackets. */
function after(...earlier: (number | null | number[])[]) {
  const attempts = earlier.map(each => {
    const [status, replay] = Array.isArray(each) ? [each[0]!, true] : [each, false]
    return { status, replay } as KeptAttempt
  })
  return (rules: Partial<ParkingRules>, status: number | null) =>
    parkingBy({ after: undefined, on: new Set(), ...rules }, async () => attempts)(1, attempts.length, status)
}

describe('--park-after', () => {
  it.each([
    [[], 1, 500, true],
    [[], 2, 500, false],
    [[500], 2, 422, true],
    [[500, 500], 2, 500, true],
    [[null, null, null], 2, 500, false],
    [[null, 500, null], 2, 500, true],
    [[500, 500], 3, null, false],
    [[500, [500]], 3, 500, false],
    [[500], 2, 204, false],
  ])('counts the answers, those of earlier runs too: %j, %i, %s', async (earlier, times, status, parks) => {
    expect(await after(...earlier)({ after: times }, status)).toBe(parks)
  })

  it.each([
    [null, 5, false],
    [500, 120, true],
    [500, 122, false],
  ])('counts those of which only the number is kept if the latest were answered: %s, %i', async (...each) => {
    const [status, times, expected] = each
    const latest = Array.from({ length: 50 }, () => ({ status, replay: false }) as KeptAttempt)
    const parks = parkingBy({ after: times, on: new Set() }, async () => latest)
    expect(await parks(1, 120, 503)).toBe(expected)
  })
})

describe('--park-on', () => {
  it.each([
    [[400, 422], 400, true],
    [[400, 422], 500, false],
    [[400], null, false],
  ])('%j with %s', async (on, status, parks) => {
    expect(await after()({ on: new Set(on) }, status)).toBe(parks)
  })
})

/** The rules of a run whose earlier attempts are those of the queue. */
const onStatus = (...on: number[]) => parkingBy({ after: undefined, on: new Set(on) }, async () => [])

describe('what is parked', () => {
  it.each([1, 4])('lets what follows pass, with %i at once', async concurrency => {
    const answer = (id: number) => ({ status: id === 1 ? 422 : 204 })
    const shouldPark = onStatus(422)
    const { clock, log, results } = runLoop({
      log: new ScriptedLog('a', 'a', 'b'),
      answer,
      concurrency,
      shouldPark,
    })
    await clock.advanceAsync(100)
    expect(log.events.map(({ forward }) => forward)).toEqual(['parked', 'done', 'done'])
    expect(log.attempts).toMatchObject([{ event: 1, outcome: 'parked', status: 422 }, {}, {}])
    expect(results.filter(({ parked }) => parked)).toMatchObject([
      { event: { id: 1 }, nextMs: null, attempt: 1 },
    ])
  })

  it('is decided once, though it is recorded again after a failure', async () => {
    const log = new ScriptedLog('a')
    log.failAt('record', new Error('no answer to the commit'), 1)
    const asked: number[] = []
    const shouldPark = async (event: number) => asked.push(event) > 1
    const { clock } = runLoop({ log, answer: () => ({ status: 503 }), shouldPark })
    await clock.advanceAsync(1100)
    expect([asked, log.attempts.map(({ outcome }) => outcome)]).toEqual([[1], ['failed']])
  })
})
