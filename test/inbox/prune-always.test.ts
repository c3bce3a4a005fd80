/** What holds of pruning whatever happens, and with a wrong clock, in both engines. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Arrival, InsertResult } from '#inbox/inbox.ts'
import { systemClock } from '#lib/clock.ts'
import { FakeClock } from '../support/clock.ts'
import { describeOnPostgres } from '../support/postgres.ts'
import { arrival, ended } from './arriving.ts'
import { DAY, engines, HOUR, kept, NOW, type Open, onPostgres, prune, take } from './pruning.ts'

for (const [engine, describeEngine, open] of engines) {
  describeEngine(`prune, in ${engine}`, () => {
    it('holds at any time: repeats stay known, what waits still waits, nothing looks missed', async () => {
      const act = fc.oneof(
        fc.record({ do: fc.constant('take' as const), event: fc.nat(2), forward: fc.boolean() }),
        fc.record({ do: fc.constant('done' as const), event: fc.nat(2) }),
        fc.record({ do: fc.constant('prune' as const), days: fc.nat(4), stopAfter: fc.nat(4) }),
        fc.record({ do: fc.constant('wait' as const), hours: fc.nat(60) }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 15, maxLength: 25, size: 'max' }), acts =>
          holds(open, acts),
        ),
        { numRuns: engine === 'SQLite' ? 20 : 8 },
      )
    })
  })
}

describeOnPostgres('an inbox that a machine with a wrong clock prunes', () => {
  it('keeps what came less than two days ago by the clock of the server', async () => {
    const ahead = Date.now() + 30 * DAY
    const inbox = await onPostgres(new FakeClock(ahead, { passing: true }))
    for (const days of [1, 3]) {
      await take(inbox, `evt_${days}`, 0, { receivedAt: new Date(Date.now() - days * DAY).toISOString() })
    }
    await take(inbox, 'evt_last', 0, { receivedAt: new Date().toISOString() })
    expect(await prune(inbox, 2 * DAY, ahead)).toMatchObject({ deliveries: 1 })
    expect(await kept(inbox)).toEqual(['evt_1', 'evt_last'])
  })
})

type Act =
  | { do: 'take'; event: number; forward: boolean }
  | { do: 'done'; event: number }
  | { do: 'prune'; days: number; stopAfter: number }
  | { do: 'wait'; hours: number }

let number = 0
/** Runs the acts. What the service may still repeat is repeated after each prune. */
async function holds(open: Open, acts: readonly Act[]): Promise<void> {
  let now = NOW
  const inbox = await open({ ...systemClock, now: () => now })
  const came: { arrival: Arrival; at: number; forward: InsertResult['forward'] }[] = []
  const handled = new Set<number>()
  let limit = 0
  const bring = async (event: number, forward: boolean) => {
    const taken = arrival({
      delivery: `dlv_${++number}`,
      event: 'payment.approved',
      eventId: `evt_${event}`,
      paymentId: `pay_${number}`,
      receivedAt: new Date(now).toISOString(),
      forward,
    })
    const { verdict, forward: state } = await inbox.writing.insert(taken)
    const known = came.some(each => each.arrival.eventId === taken.eventId && each.at > now - 2 * DAY)
    // What was forwarded before that may be forgotten.
    if (!known) handled.delete(event)
    if (known) expect(verdict).toBe('duplicate')
    if (known && handled.has(event)) expect(state).toBe('none')
    if (state === 'pending') handled.add(event)
    came.push({ arrival: taken, at: now, forward: state })
  }
  const pending = async () => inbox.queue.pendingOf(came.map(each => each.arrival.delivery))
  for (const each of acts) {
    if (each.do === 'wait') now += each.hours * HOUR
    if (each.do === 'take') await bring(each.event, each.forward)
    if (each.do === 'done') {
      const open = came.findLast(
        ({ arrival: { eventId }, forward }) => eventId === `evt_${each.event}` && forward === 'pending',
      )
      const delivery = open && (await inbox.reading.find(open.arrival.delivery))
      if (delivery) await inbox.writing.attempted(ended(delivery.id, 204))
    }
    if (each.do !== 'prune') continue
    const before = await pending()
    let steps = 0
    for await (const _ of inbox.prune(now - each.days * DAY)) if (++steps > each.stopAfter) break
    expect(await pending()).toEqual(before)
    limit = Math.max(limit, now - Math.max(2, each.days) * DAY)
    const whole = Date.parse((await inbox.reading.firstArrival()) ?? '')
    const approvals = new Set<string>()
    for await (const { paymentId } of inbox.reading.approvals()) approvals.add(paymentId)
    for (const { arrival: each, at } of came) if (at > whole) expect(approvals).toContain(each.paymentId)
    const repeated = came.filter(({ at }) => at >= limit).slice(-3)
    for (const { arrival: again } of repeated)
      expect((await inbox.writing.insert(again)).verdict).toBe('duplicate')
    expect(await pending()).toEqual(before)
  }
}
