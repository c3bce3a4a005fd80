/** What differs between the service's list, the inbox and the journal, and what only looks so. */

import { describe, expect, it } from 'vitest'
import type { Entry } from '#charges/creations/journal.ts'
import type { Approval } from '#inbox/inbox.ts'
import { approval, at, type Case, charge, differences, entry, KEY, made } from './compare-setup.ts'

const PAID = { pay_1: charge() }

describe('a payment', () => {
  it('agrees with an approved event', async () => {
    expect(await differences({ charges: PAID, approvals: [approval()] })).toEqual([])
  })

  it('without an approved event is a missed_event', async () => {
    expect(await differences({ charges: PAID })).toEqual([
      {
        kind: 'missed_event',
        paymentId: 'pay_1',
        detail: `PAID at ${at('12:00:00')}, 10.5, net 10.39; no approved event arrived`,
        next: 'pixctl charges get pay_1',
      },
    ])
  })

  const target = 'http://127.0.0.1:3000/webhooks?a=1'
  it.each<[string, Pick<Case, 'reachedAt' | 'forwardTo'>, string]>([
    ['before it', { reachedAt: at('12:00:00') }, 'events tail'],
    [
      'before it, where the last run forwarded',
      { reachedAt: at('12:00:00'), forwardTo: target },
      `events tail --forward-to '${target}'`,
    ],
    ['after it', { reachedAt: at('12:00:01'), forwardTo: target }, 'charges get pay_1'],
  ])('comes by events tail only if its cursor is %s', async (_name, tail, next) => {
    const [difference] = await differences({ charges: PAID, ...tail })
    expect(difference?.next).toBe(`pixctl ${next}`)
  })

  it.each<[string, Case]>([
    ['before the first event of the inbox', { charges: { pay_1: charge({ paidAt: at('10:59:59') }) } }],
    ['with an empty inbox', { charges: PAID, firstArrival: null }],
    ['before --since', { charges: PAID, since: at('12:00:01') }],
    ['so late that its event may be on its way', { charges: { pay_1: charge({ paidAt: at('12:59:58') }) } }],
    ['at no time', { charges: { pay_1: charge({ paidAt: null }) } }],
    ['not at all', { charges: { pay_1: charge({ status: 'PENDING', paidAt: null }) } }],
    ['approved by its deposit event', { charges: PAID, approvals: [approval({ type: 'deposit.approved' })] }],
    ['approved before --since', { charges: PAID, approvals: [approval()], since: at('12:00:00') }],
  ])('%s is not missed', async (_name, all) => {
    expect(await differences(all)).toEqual([])
  })

  it.each<[string, Partial<Approval>]>([
    ['a test event', { eventId: 'pixctl_test_evt_1' }],
    ['a test delivery', { delivery: 'pixctl_test_dlv_1' }],
  ])('is a missed_event although %s says that it is approved', async (_name, over) => {
    const all = await differences({ charges: PAID, approvals: [approval(over)] })
    expect(all.map(({ kind }) => kind)).toEqual(['missed_event'])
  })
})

describe('an approved event', () => {
  it.each(['PENDING', 'EXPIRED'] as const)('of a charge that is %s is a not_paid', async status => {
    expect(await differences({ charges: { pay_1: charge({ status }) }, approvals: [approval()] })).toEqual([
      {
        kind: 'not_paid',
        paymentId: 'pay_1',
        detail: `payment.approved evt_1 arrived at ${at('12:00:01')}, but the charge is ${status}`,
        next: 'pixctl charges get pay_1',
      },
    ])
  })

  it('of a charge that is not listed is a not_paid', async () => {
    expect(await differences({ approvals: [approval({ eventId: 'evt_9' })] })).toEqual([
      {
        kind: 'not_paid',
        paymentId: 'pay_1',
        detail: `payment.approved evt_9 arrived at ${at('12:00:01')}, but the service does not list the charge`,
        next: 'pixctl webhook show evt_9',
      },
    ])
  })

  it('of a listed charge is compared also where the list is too short for others', async () => {
    const charges = { pay_1: charge({ status: 'PENDING' }) }
    const found = await differences({ charges, approvals: [approval()], complete: false })
    expect(found).toMatchObject([{ kind: 'not_paid', paymentId: 'pay_1' }])
  })

  it.each<[string, Case]>([
    [
      'of a charge that the list is too short for',
      { approvals: [approval({ paymentId: 'pay_9' })], complete: false },
    ],
    ['of a deposit', { approvals: [approval({ type: 'deposit.approved' })] }],
    ['of what was paid by the wallet form', { approvals: [approval({ source: 'wallet' })] }],
    ['of a test', { approvals: [approval({ eventId: 'pixctl_test_evt_1' })] }],
    ['of a test payment', { approvals: [approval({ paymentId: 'pixctl_test_pay_1' })] }],
    ['that came before --since', { approvals: [approval()], since: at('12:00:02') }],
    ['that came after the list began to be read', { approvals: [approval({ receivedAt: at('13:00:01') })] }],
  ])('%s is not compared', async (_name, all) => {
    expect(await differences(all)).toEqual([])
  })

  it.each<[string, Partial<Approval>, string]>([
    ['another netAmount', { netAmount: 10.4 }, 'netAmount is 10.4 in the event, 10.39 in the charge'],
    [
      'both',
      { amount: 1, netAmount: 2 },
      'amount is 1 in the event, 10.5 in the charge; netAmount is 2 in the event, 10.39 in the charge',
    ],
  ])('with %s than its charge is an amount_mismatch', async (_name, over, detail) => {
    const approvals = [approval(), approval({ ...over, eventId: 'evt_2' })]
    expect(await differences({ charges: PAID, approvals })).toEqual([
      {
        kind: 'amount_mismatch',
        paymentId: 'pay_1',
        detail: `payment.approved evt_2 arrived at ${at('12:00:01')}; ${detail}`,
        next: 'pixctl webhook show evt_2',
      },
    ])
  })

  it('without amounts agrees', async () => {
    const approvals = [approval({ amount: null, netAmount: null })]
    expect(await differences({ charges: PAID, approvals })).toEqual([])
  })

  it('is reported in the order of arrival', async () => {
    const approvals = [
      approval({ eventId: 'evt_2', receivedAt: at('12:00:02') }),
      approval({ eventId: 'evt_1', receivedAt: at('12:00:01') }),
    ]
    expect((await differences({ approvals })).map(({ detail }) => detail.split(' ')[1])).toEqual([
      'evt_1',
      'evt_2',
    ])
  })

  it('without an event id is known by its delivery', async () => {
    const [difference] = await differences({ approvals: [approval({ eventId: null, delivery: 'dlv_9' })] })
    expect(difference).toMatchObject({
      detail: expect.stringContaining('payment.approved dlv_9 arrived'),
      next: 'pixctl webhook show dlv_9',
    })
  })
})

describe('a creation', () => {
  it('whose outcome is unknown is an unknown_creation, with how to finish it', async () => {
    expect(await differences({ unresolved: [entry()] })).toEqual([
      {
        kind: 'unknown_creation',
        paymentId: null,
        detail: `creation ${KEY} of ${at('12:00:00')} is unresolved: it may have created a charge`,
        next: `pixctl charge recover ${KEY}`,
      },
    ])
  })

  it.each<[string, Partial<Entry>, string]>([
    ['that was never sent', { inDoubt: false }, 'it has not created a charge yet'],
    ['at another address', { baseUrl: 'https://example.org/api/v1' }, ' at https://example.org/api/v1 is'],
  ])('%s says so', async (_name, over, words) => {
    expect((await differences({ unresolved: [entry(over)] }))[0]?.detail).toContain(words)
  })

  it('at another address is recovered there', async () => {
    const [difference] = await differences({ unresolved: [entry({ baseUrl: 'https://example.org/api/v1' })] })
    expect(difference?.next).toBe(`pixctl charge recover ${KEY} --base-url https://example.org/api/v1`)
  })

  it('is left out if it was begun before --since, or after the reading of the list began', async () => {
    const unresolved = [entry({ createdAt: at('11:59:59') }), entry({ createdAt: at('13:00:01') })]
    expect(await differences({ unresolved, since: at('12:00:00') })).toEqual([])
  })

  it('whose charge is not listed is a not_listed', async () => {
    expect(await differences({ made: [made()] })).toEqual([
      {
        kind: 'not_listed',
        paymentId: 'pay_1',
        detail: `created at ${at('12:00:00')} by creation ${KEY}, but the service does not list it`,
        next: 'pixctl charges get pay_1',
      },
    ])
  })

  it.each<[string, Case]>([
    ['which may be where the list does not reach', { made: [made()], complete: false }],
    ['made before --since', { made: [made()], since: at('12:00:01') }],
    ['known after the list began to be read', { made: [made({ resolvedAt: at('13:00:00') })] }],
  ])('whose charge is not listed, %s, is not a difference', async (_name, all) => {
    expect(await differences(all)).toEqual([])
  })
})

it('quotes an id from outside for a shell', async () => {
  const [difference] = await differences({ approvals: [approval({ eventId: "-x'; rm -rf ~" })] })
  expect(difference?.next).toBe(`pixctl webhook show -- '-x'\\''; rm -rf ~'`)
})

describe('the order', () => {
  it('is that of the kinds in the help', async () => {
    const all = await differences({
      charges: { pay_1: charge(), pay_2: charge({ status: 'EXPIRED' }), pay_3: charge() },
      approvals: [
        approval({ paymentId: 'pay_3', eventId: 'evt_3', amount: 1 }),
        approval({ paymentId: 'pay_2', eventId: 'evt_2' }),
      ],
      unresolved: [entry()],
      made: [made({ paymentId: 'pay_4' })],
    })
    expect(all.map(({ kind }) => kind)).toEqual([
      'missed_event',
      'not_paid',
      'amount_mismatch',
      'unknown_creation',
      'not_listed',
    ])
  })
})
