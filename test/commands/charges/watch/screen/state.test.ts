/** What the counter's screen knows after what the service said, and after what was sent from it. */

import { describe, expect, it } from 'vitest'
import { CreationFailure, NotSent } from '#charges/creations/failures.ts'
import { leftMs } from '#charges/waiting/expiry.ts'
import { endOf } from '#charges/watching/day.ts'
import { chosenIndex, EMPTY_FORM, INITIAL, noteText } from '#commands/charges/watch/screen/state.ts'
import { centavos } from '#contract/money.ts'
import { Failure } from '#lib/failure.ts'
import {
  acai,
  charge,
  DAY,
  dayOf,
  expired,
  failed,
  late,
  made,
  NO_ANSWER,
  NOW,
  notMade,
  overdue,
  paid,
  paidNow,
  received,
  sending,
  table4,
  update,
} from './day.ts'

const creation = { key: 'key-1', amount: centavos(500), description: 'Bolo', failure: null }
const keys = (state: { rows: readonly { key: string }[] }) => state.rows.map(({ key }) => key)

describe('the list', () => {
  it('has what can be paid first, then what was paid, then the others, the newest first', () => {
    const order = [acai, table4, overdue, paid, late, expired, failed].map(({ id }) => id)
    expect(keys(dayOf([...DAY].reverse()))).toEqual(order)
    expect(keys(dayOf(DAY))).toEqual(order)
  })

  it('has no total when an amount is not in whole centavos', () => {
    expect(dayOf([acai, charge('pay_odd', '17:00:00', { amount: 0.001 })]).open).toEqual({
      count: 2,
      amount: null,
    })
  })

  it('adds a tenth to a fifth exactly', () => {
    const [one, two] = [0.1, 0.2].map(amount => charge(`pay_${amount}`, '17:00:00', { amount }))
    expect(dayOf([one!, two!]).open.amount).toBe(30)
  })
})

describe('a reading', () => {
  const paidAcai = paidNow(acai)

  it('that is the first brings no news', () => {
    const state = dayOf()
    expect([...state.paidHere]).toEqual([])
    expect(state.note).toBeNull()
  })

  it('tells of a payment, and marks it', () => {
    const state = received(dayOf(), update([paidAcai]), NOW + 1)
    expect([...state.paidHere]).toEqual([['pay_acai', NOW + 1]])
    expect(noteText(state)).toBe('PAID: R$ 35,90, Açaí 500 ml')
    expect(state.paid).toEqual({ count: 3, amount: 1278_96 })
  })

  it('tells of it once, however often it is read', () => {
    const once = received(dayOf(), update([paidAcai]), NOW + 1)
    const twice = received({ ...once, note: null }, update([{ ...paidAcai }]), NOW + 9)
    expect([...twice.paidHere]).toEqual([['pay_acai', NOW + 1]])
    expect(twice.note).toBeNull()
  })

  it('tells of a charge that was made and paid since the last one', () => {
    const state = received(dayOf([]), update([paidAcai]), NOW)
    expect(state.paidHere.size).toBe(1)
  })

  it('says that a payment is late', () => {
    const state = received(dayOf(), update([paidNow(expired)]), NOW)
    expect(noteText(state)).toBe('PAID LATE: R$ 20,00, Mesa 9')
    expect(state.paidHere.has('pay_expired')).toBe(true)
  })

  it.each([
    ['EXPIRED', 'expired: R$ 10,50'],
    ['FAILED', 'failed: R$ 10,50'],
  ] as const)('tells of a charge that is %s, and rings for none', (status, note) => {
    const state = received(dayOf(), update([{ ...overdue, status }]), NOW)
    expect(noteText(state)).toBe(note)
    expect(state.paidHere.size).toBe(0)
  })

  it('that was on its way when another one said PAID takes nothing back', () => {
    const state = received(received(dayOf(), update([paidAcai]), NOW), update([acai]), NOW + 1)
    expect(state.charges.get('pay_acai')?.status).toBe('PAID')
    expect(received(state, update([paidAcai]), NOW + 2).paidHere.get('pay_acai')).toBe(NOW)
  })

  it('without a charge that the service does not know any more takes it away, and says so', () => {
    const refusal = new Failure('not_found', 'this store has no charge pay_acai', { next: [] })
    const unknown = new Map([['pay_acai', refusal]])
    const before = { ...dayOf(), view: { kind: 'charge', id: 'pay_acai' } as const }
    const state = received(before, update([], { unknown }), NOW)
    expect(keys(state)).not.toContain('pay_acai')
    expect(state.open).toEqual({ count: 2, amount: 1010_50 })
    expect(state.view).toEqual({ kind: 'list' })
    expect(noteText(state)).toBe('the service does not know it any more: R$ 35,90, Açaí 500 ml')
  })

  it('that fails leaves what was known', () => {
    const state = received(dayOf(), update([], { connection: 'lost', problem: NO_ANSWER }), NOW)
    expect(keys(state)).toEqual(keys(dayOf()))
    expect(state.hearing).toMatchObject({ connection: 'lost', problem: NO_ANSWER })
  })
})

describe('the time left', () => {
  it.each([
    ['by the service, not by this machine', acai, NOW + 60_000, 29 * 60_000 + 18_000 - 60_000],
    ['is never more than the validity', acai, NOW - 3_600_000, 30 * 60_000],
    ['is below zero once it is over', overdue, NOW, -12_000],
    ['comes from the validity without an expiry', { ...acai, expiresAt: null }, NOW, 29 * 60_000 + 18_000],
  ])('%s', (_name, payment, serviceNow, left) => {
    expect(leftMs(payment, serviceNow)).toBe(left)
  })
})

describe('a charge that is made here', () => {
  it('is in the list while it is sent, above all others, and chosen', () => {
    const state = sending(dayOf(), creation)
    expect(keys(state)[0]).toBe('key-1')
    expect(chosenIndex({ ...state })).toBe(0)
    expect(state.open.count).toBe(3)
  })

  it('is shown with its code once the service has it', () => {
    const state = made(sending(dayOf(), creation), 'key-1', charge('pay_new', '17:05:12'))
    expect(state.view).toEqual({ kind: 'charge', id: 'pay_new' })
    expect(state.chosen).toBe('pay_new')
    expect(state.creations).toEqual([])
    expect(state.open.count).toBe(4)
  })

  it('is paid if a reading has said so before the answer came', () => {
    const read = charge('pay_new', '17:05:12', { status: 'PAID', paidAt: '2026-11-20T17:05:13.000Z' })
    const before = received(sending(dayOf(), creation), update([read]), NOW)
    const state = made(before, 'key-1', charge('pay_new', '17:05:12'))
    expect(state.charges.get('pay_new')?.status).toBe('PAID')
    expect(state.creations).toEqual([])
  })

  it.each([
    ['chosen another', { chosen: 'pay_table4' }],
    ['begun to type the next', { view: { kind: 'creation', key: 'key-0' } as const }],
  ])('is not shown over what a person does who has %s', (_name, doing) => {
    const state = made({ ...sending(dayOf(), creation), ...doing }, 'key-1', charge('pay_new', '17:05:12'))
    expect(state).toMatchObject(doing)
    expect(noteText(state)).toBe('created: R$ 10,50')
  })

  it('stays chosen if the next one is typed meanwhile, though a newer charge has come', () => {
    const view = { ...EMPTY_FORM, amount: '1', caret: 1 }
    const typing = received(
      { ...sending(dayOf(), creation), view },
      update([charge('pay_newer', '17:05:14')]),
      NOW,
    )
    const state = made(typing, 'key-1', charge('pay_new', '17:05:12'))
    expect(keys(state).slice(0, 2)).toEqual(['pay_newer', 'pay_new'])
    expect(state).toMatchObject({ chosen: 'pay_new', view })
  })

  const options = { next: [] }
  it.each([
    ['unknown', new CreationFailure('unknown', 'network', 'no answer', options)],
    ['refused', new CreationFailure('refused', 'usage', 'no', options)],
    ['unsent', new NotSent('unknown', 'network', 'not sent', options)],
    ['wrong', new CreationFailure('created', 'service', 'another amount', options)],
    ['refused', new Failure('fault', 'no journal', options)],
  ])('stays in the list as %s', (end, failure) => {
    const state = notMade(sending(dayOf(), creation), 'key-1', failure)
    expect(state.creations.map(endOf)).toEqual([end])
    expect(keys(state)[0]).toBe('key-1')
    expect(state.open.count).toBe(3)
  })
})

it('knows nothing before the first reading', () => {
  expect(INITIAL.hearing).toBeNull()
  expect(chosenIndex(INITIAL)).toBe(-1)
})
