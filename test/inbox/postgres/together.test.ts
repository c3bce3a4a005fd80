/** Several processes take the same deliveries at the same time: each has its own connections. */

import { expect, it } from 'vitest'
import type { Arrival, Inbox, InsertResult } from '#inbox/inbox.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { arrival, WATCHED } from '../arriving.ts'
import { newInbox, openOn } from './opening.ts'

const EVENTS = 60

async function several(count: number): Promise<Inbox[]> {
  const place = await newInbox()
  return Promise.all(Array.from({ length: count }, () => openOn(place)))
}

/** All at once, each time in another order. */
function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map(value => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

const eventOf = (index: number, over: Partial<Arrival> = {}) =>
  arrival({ delivery: `dlv_${index}`, eventId: `evt_${index}`, paymentId: `pay_${index}`, ...over })

/** Every inbox takes its own list of the events, all at once. */
function takeAll(inboxes: readonly Inbox[], over: (index: number, inbox: number) => Partial<Arrival>) {
  return Promise.all(
    inboxes.flatMap((inbox, number) =>
      shuffled(Array.from({ length: EVENTS }, (_, index) => eventOf(index, over(index, number)))).map(each =>
        inbox.writing.insert(each),
      ),
    ),
  )
}

const count = (taken: readonly InsertResult[], wanted: Partial<InsertResult>) =>
  taken.filter(each =>
    Object.entries(wanted).every(([name, value]) => each[name as keyof InsertResult] === value),
  ).length

/** With `npm test` too, which otherwise knows only SQLite. */
describeOnPostgres('processes that share an inbox', tests, { always: true })

function tests(): void {
  it('keep a delivery once that all of them take', async () => {
    const inboxes = await several(4)
    const taken = await takeAll(inboxes, () => ({}))
    expect(count(taken, { verdict: 'accepted' })).toBe(EVENTS)
    expect(count(taken, { verdict: 'duplicate', forward: 'pending' })).toBe(EVENTS * 3)
    expect(await inboxes[0]!.queue.countPending()).toBe(EVENTS)
    expect((await inboxes[0]!.reading.contents()).deliveries).toBe(EVENTS)
  })

  it('forward an event once that comes with several delivery ids', async () => {
    const inboxes = await several(4)
    const taken = await takeAll(inboxes, (index, inbox) => ({ delivery: `dlv_${index}_${inbox}` }))
    expect(count(taken, { verdict: 'accepted', forward: 'pending' })).toBe(EVENTS)
    expect(count(taken, { verdict: 'duplicate', forward: 'none' })).toBe(EVENTS * 3)
    expect(await inboxes[0]!.queue.countPending()).toBe(EVENTS)
  })

  it('forward an event once that was only watched before', async () => {
    const inboxes = await several(4)
    await Promise.all(
      Array.from({ length: EVENTS }, (_, index) => inboxes[0]!.writing.insert(eventOf(index, WATCHED))),
    )
    const taken = await takeAll(inboxes, (index, inbox) => ({ delivery: `dlv_${index}_${inbox}` }))
    expect(count(taken, { verdict: 'duplicate', forward: 'pending' })).toBe(EVENTS)
    expect(await inboxes[0]!.queue.countPending()).toBe(EVENTS)
  })

  it('forward an event once that comes by webhook and over the realtime channel', async () => {
    const inboxes = await several(4)
    const taken = await takeAll(inboxes, (index, inbox) =>
      inbox % 2 === 0 ? {} : { channel: 'realtime', delivery: `rt_${index}` },
    )
    expect(count(taken, { verdict: 'accepted' })).toBe(EVENTS * 2)
    expect(await inboxes[0]!.queue.countPending()).toBe(EVENTS)
  })

  it('keep each of several bodies that come with one delivery id', async () => {
    const inboxes = await several(4)
    const bodies = Array.from({ length: 10 }, (_, index) => Buffer.from(`{"n":${index}}`))
    const taken = await Promise.all(
      inboxes.flatMap(inbox =>
        shuffled(bodies.map((body, index) => arrival({ body, eventId: `evt_${index}` }))).map(each =>
          inbox.writing.insert(each),
        ),
      ),
    )
    expect(count(taken, { verdict: 'accepted', forward: 'pending' })).toBe(10)
    expect(new Set(taken.map(each => each.keptAs)).size).toBe(10)
  })

  it('keep ids that PostgreSQL has no characters for', async () => {
    const [inbox] = await several(1)
    const strange = eventOf(2, { eventId: 'evt\0\ud800', paymentId: 'pay\0', event: 'payment\0' })
    expect(await inbox!.writing.insert(strange)).toMatchObject({ verdict: 'accepted', forward: 'pending' })
    expect(await inbox!.writing.insert({ ...strange, delivery: 'dlv_3' })).toMatchObject({
      verdict: 'duplicate',
      forward: 'none',
    })
    expect(await inbox!.writing.insert({ ...strange, delivery: 'dlv_4', eventId: 'evt\0' })).toMatchObject({
      verdict: 'accepted',
    })
  })
}
