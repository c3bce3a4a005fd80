/** The filter that says which ids are new: with it every verdict is the one that a search gives. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packed } from '#inbox/approvals.ts'
import type { Arrival } from '#inbox/inbox.ts'
import type { InboxFile } from '#inbox/sqlite/inbox-file.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { cases } from '../../support/volume.ts'
import { AT, openInbox, take } from '../arriving.ts'
import { approval, group, keep } from '../showing.ts'

/** Few ids, so that they come again; some that SQLite changes or that end early. */
const id = fc.constantFrom('a', 'b', 'c', 'd', 'x\ud800', 'x\ufffd', 'n\0', 'n\0m', 'é', '')
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
  /** The process with the filter, or another one. */
  by: fc.constantFrom('filtered' as const, 'other' as const),
  what: fc.oneof(
    { weight: 6, arbitrary: arrives },
    fc.record({ does: fc.constant('show' as const), eventId: id }),
    fc.record({ does: fc.constant('approve' as const), paymentId: fc.constantFrom('pay_1', 'pay_2') }),
    fc.record({ does: fc.constant('fill' as const) }),
    fc.record({ does: fc.constant('fail' as const), delivery: id }),
  ),
})

describe('verdicts with the filter', () => {
  it('are those of a search, whatever other processes write and fail to write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const folders = [temporaryFolder(), temporaryFolder()] as const
        const filtered = await openInbox(folders[0])
        const other = await openInbox(folders[0])
        const searching = await openInbox(folders[1])
        await filtered.keptIds.fill()
        for (const [n, { by, what }] of steps.entries()) {
          const writer = by === 'filtered' ? filtered : other
          if (what.does === 'fill') await filtered.keptIds.fill()
          else expect(done(writer, what, n)).toEqual(done(searching, what, n))
        }
      }),
      cases(24),
    )
  })
})

type Done = Exclude<(typeof step extends fc.Arbitrary<infer S> ? S : never)['what'], { does: 'fill' }>

function done(inbox: InboxFile, what: Done, n: number) {
  if (what.does === 'show') keep(inbox, { shown: [group(what.eventId)] })
  else if (what.does === 'approve') {
    keep(inbox, { approvals: packed([approval({ event: 'deposit.approved', paymentId: what.paymentId })]) })
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
      for (const delivery of deliveries) inbox.take({ ...ROLLED_BACK, delivery })
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

describe('the filter', () => {
  it('says that an id is new only once it is filled', async () => {
    const inbox = await openInbox()
    take(inbox)
    expect(inbox.keptIds.mayHave('delivery', 'dlv_new')).toBe(true)
    await inbox.keptIds.fill()
    expect(inbox.keptIds.mayHave('delivery', 'dlv_new')).toBe(false)
    expect(inbox.keptIds.mayHave('delivery', 'dlv_1')).toBe(true)
  })

  it('knows more than one slice of what was there before', async () => {
    const inbox = await openInbox()
    const ids = Array.from({ length: 2500 }, (_, index) => `dlv_${index}`)
    inbox.inTransaction(() => {
      for (const delivery of ids) inbox.take({ ...ROLLED_BACK, delivery, eventId: `evt_${delivery}` })
    })
    await inbox.keptIds.fill()
    expect(ids.filter(each => !inbox.keptIds.mayHave('delivery', each))).toEqual([])
    expect(ids.filter(each => !inbox.keptIds.mayHave('event', `evt_${each}`))).toEqual([])
    const others = Array.from({ length: 2500 }, (_, index) => `new_${index}`)
    expect(others.filter(each => inbox.keptIds.mayHave('delivery', each)).length).toBeLessThan(10)
  })

  it('knows what another process has saved under the numbers of rows that failed', async () => {
    const folder = temporaryFolder()
    const [inbox, other] = [await openInbox(folder), await openInbox(folder)]
    await inbox.keptIds.fill()
    failToTake(inbox, 'dlv_1', 'dlv_2')
    // The service sends again what was answered 503, and the other process gets it, after a new one.
    take(other, { delivery: 'dlv_3', eventId: 'evt_3' })
    take(other, { ...ROLLED_BACK, delivery: 'dlv_2' })
    expect(take(inbox, { delivery: 'dlv_4', eventId: 'evt_3' })).toMatchObject({
      verdict: 'duplicate',
      forward: 'none',
    })
  })

  it('is filled again after another process has written much', async () => {
    const folder = temporaryFolder()
    const [inbox, other] = [await openInbox(folder), await openInbox(folder)]
    await inbox.keptIds.fill()
    other.inTransaction(() => {
      for (let n = 0; n < 6000; n++) other.take({ ...ROLLED_BACK, delivery: `dlv_${n}`, eventId: `evt_${n}` })
    })
    inbox.inTransaction(() => {})
    expect(inbox.keptIds.mayHave('delivery', 'dlv_new')).toBe(true)
    await inbox.keptIds.fill()
    expect(inbox.keptIds.mayHave('delivery', 'dlv_new')).toBe(false)
    expect(inbox.keptIds.mayHave('delivery', 'dlv_5999')).toBe(true)
  })
})
