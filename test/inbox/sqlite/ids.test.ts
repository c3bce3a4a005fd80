/** Which deliveries are known by their ids, and those of their events: in memory, in the index, or by other processes. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Arrival } from '#inbox/inbox.ts'
import type { InboxFile } from '#inbox/sqlite/inbox-file.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { cases } from '../../support/volume.ts'
import { AT, openInbox, take } from '../arriving.ts'
import { approval, group, keep } from '../showing.ts'

/** Few ids, so that they come again. The last two have the same hash. */
const id = fc.constantFrom('a', 'b', 'c', 'é', '', 'costarring', 'liquid')
const arrives = fc.record({
  does: fc.constant('arrive' as const),
  delivery: id,
  eventId: fc.option(id),
  paymentId: fc.option(fc.constantFrom('pay_1', 'pay_2')),
  event: fc.constantFrom('payment.created', 'payment.approved', 'deposit.approved'),
  channel: fc.constantFrom('webhook' as const, 'webhook' as const, 'realtime' as const),
  body: fc.constantFrom('{}', '{ }').map(text => Buffer.from(text)),
  secret: fc.constantFrom('aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'),
})
const step = fc.record({
  /** The process that does it, of two. */
  by: fc.constantFrom(0, 1),
  what: fc.oneof(
    { weight: 6, arbitrary: arrives },
    fc.record({ does: fc.constant('show' as const), eventId: id }),
    fc.record({ does: fc.constant('approve' as const), paymentId: fc.constantFrom('pay_1', 'pay_2') }),
    fc.record({ does: fc.constant('restart' as const) }),
    fc.record({ does: fc.constant('index' as const) }),
    fc.record({ does: fc.constant('fail' as const), delivery: id }),
  ),
})

describe('verdicts', () => {
  it('are those of a process that never ends and is alone, whatever others write and fail to write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const folder = temporaryFolder()
        const processes = [await openInbox(folder), await openInbox(folder)]
        const alone = await openInbox()
        for (const [n, { by, what }] of steps.entries()) {
          if (what.does === 'restart') processes[by] = await openInbox(folder)
          else if (what.does === 'index') processes[by]!.indexMore()
          else expect(done(processes[by]!, what, n)).toEqual(done(alone, what, n))
        }
      }),
      cases(24),
    )
  })
})

type Done = Exclude<
  (typeof step extends fc.Arbitrary<infer S> ? S : never)['what'],
  { does: 'restart' | 'index' }
>

function done(inbox: InboxFile, what: Done, n: number) {
  if (what.does === 'show') keep(inbox, { shown: [group(what.eventId)] })
  else if (what.does === 'approve') {
    keep(inbox, { approvals: [approval({ event: 'deposit.approved', paymentId: what.paymentId })] })
  } else if (what.does === 'fail') failToTake(inbox, what.delivery)
  else {
    const { does: _, ...arrival } = what
    return take(inbox, { ...arrival, receivedAt: later(n) } satisfies Partial<Arrival>)
  }
  return null
}

/** The time of an arrival: each is later than the one before. */
const later = (ms: number) => new Date(Date.parse(AT) + ms).toISOString()

/** A transaction that takes deliveries and is rolled back. */
function failToTake(inbox: InboxFile, ...deliveries: string[]): void {
  expect(() =>
    inbox.inTransaction(() => {
      for (const delivery of deliveries) inbox.insert({ ...ROLLED_BACK, delivery })
      throw new Error('no space')
    }),
  ).toThrow('no space')
}

const ROLLED_BACK: Arrival = {
  channel: 'webhook',
  delivery: '',
  event: 'payment.created',
  eventId: 'a',
  paymentId: null,
  receivedAt: AT,
  headers: '',
  body: Buffer.from('{}'),
  forward: true,
}

/** Takes deliveries with these numbers, each in a commit of its own. */
function takeEach(inbox: InboxFile, numbers: readonly number[]): void {
  for (const n of numbers) take(inbox, { delivery: `dlv_${n}`, eventId: `evt_${n}` })
}

const numbersTo = (end: number) => Array.from({ length: end }, (_, n) => n)

/** How many deliveries a process that begins now needn't read. */
const indexedUpTo = (inbox: InboxFile) => Number(inbox.prepare('SELECT up_to FROM indexed').get()?.up_to)

describe('the index', () => {
  it('gets what is in memory slice by slice, and every process finds everything', async () => {
    const folder = temporaryFolder()
    const inbox = await openInbox(folder)
    const reader = await openInbox(folder)
    // So many commits would wait for the disk for seconds.
    inbox.database.exec('PRAGMA synchronous = OFF')
    const numbers = numbersTo(8_200)
    takeEach(inbox, numbers)
    // The first commit moves everything, and each of the next ones a slice of 4,096.
    expect(indexedUpTo(inbox)).toBe(4_097)
    for (const each of [inbox, reader, await openInbox(folder)]) {
      for (const n of numbers.filter(n => n % 5 === 0))
        expect((await each.reading.find(`dlv_${n}`))?.eventId).toBe(`evt_${n}`)
      expect(await each.reading.find('dlv_8200')).toBeNull()
    }
  })

  it('gets the rest when there is time', async () => {
    const inbox = await openInbox()
    takeEach(inbox, numbersTo(100))
    expect(indexedUpTo(inbox)).toBe(1)
    while (inbox.indexMore());
    expect(indexedUpTo(inbox)).toBe(100)
    expect(take(inbox, { delivery: 'dlv_99', eventId: 'evt_99' }).verdict).toBe('duplicate')
  })

  it('gets what an ended process has left with the first commit of the next one', async () => {
    const folder = temporaryFolder()
    takeEach(await openInbox(folder), numbersTo(10))
    const next = await openInbox(folder)
    expect(indexedUpTo(next)).toBe(1)
    take(next, { delivery: 'dlv_10', eventId: 'evt_10' })
    expect(indexedUpTo(next)).toBe(11)
    expect(take(next, { delivery: 'dlv_3', eventId: 'evt_3' }).verdict).toBe('duplicate')
  })

  it('has two entries for each delivery, and none after it was pruned', async () => {
    const inbox = await openInbox()
    const entries = () => Number(inbox.prepare('SELECT count(*) AS count FROM ids').get()?.count)
    const nextWeek = later(7 * 86_400_000)
    inbox.inTransaction(() => {
      inbox.insert({ ...ROLLED_BACK, forward: false, delivery: 'dlv_1', eventId: 'evt_1' })
      inbox.insert({
        ...ROLLED_BACK,
        forward: false,
        delivery: 'dlv_2',
        eventId: 'evt_2',
        receivedAt: nextWeek,
      })
    })
    expect(entries()).toBe(4)
    for await (const _ of inbox.prune(Date.parse(nextWeek), Date.parse(nextWeek)));
    expect(entries()).toBe(2)
  })
})
