import { describe, expect, it } from 'vitest'
import {
  type ChargeRequest,
  chargeDifferences,
  fromBody,
  paidContradictions,
  requestDifferences,
  toBody,
} from '#contract/charge.ts'
import type { Payment } from '#contract/generated/types.ts'
import { centavos } from '#contract/money.ts'
import { paymentBody } from '../support/service.ts'

const asked: ChargeRequest = { amount: centavos(1050), description: '', passFee: false, validityMinutes: 30 }
const onTop: ChargeRequest = { ...asked, passFee: true }
const charge = (over: Record<string, unknown> = {}) => paymentBody(over) as unknown as Payment

describe('a creation', () => {
  it('writes its defaults out', () => {
    expect(JSON.stringify(toBody(asked))).toBe(
      '{"amount":10.5,"currency":"BRL","description":"","passFee":false,"validityMinutes":30}',
    )
  })

  it('is identical to one whose defaults are left out (docs/service.md, 2.2)', () => {
    expect(requestDifferences(fromBody({ amount: 10.5 })!, asked)).toEqual([])
  })

  it('differs by field', () => {
    const other = { amount: centavos(1), description: 'x', passFee: true, validityMinutes: 60 } as const
    expect(requestDifferences(asked, other)).toEqual(['amount', 'description', 'passFee', 'validityMinutes'])
  })

  it('has no third decimal', () => {
    expect(fromBody({ amount: 10.505 })).toBeNull()
  })
})

describe('a charge that came back', () => {
  it.each([
    ['as asked', asked, charge()],
    ['with an empty description for null', asked, charge({ description: '' })],
    ['with the fee on top', onTop, charge({ passFee: true, amount: 10.61, fee: 0.11, netAmount: 10.5 })],
    ['with any fee and net amount that the service calculates', asked, charge({ fee: 3, netAmount: 7.5 })],
  ])('is right %s', (_name, expected, got) => {
    expect(chargeDifferences(expected, got)).toEqual([])
  })

  it.each([
    [
      'another amount',
      asked,
      charge({ requestedAmount: 10.51, amount: 10.51 }),
      ['requestedAmount', 'amount'],
    ],
    ['the fee added though not asked', asked, charge({ amount: 10.61 }), ['amount']],
    ['the fee passed on though not asked', asked, charge({ passFee: true }), ['passFee']],
    ['the fee not added though asked', onTop, charge({ passFee: true }), ['amount']],
    ['a negative fee', onTop, charge({ passFee: true, fee: -0.1, amount: 10.4 }), ['fee']],
    ['another description', { ...asked, description: 'a' }, charge({ description: 'b' }), ['description']],
    ['another validity', asked, charge({ validityMinutes: 60 }), ['validityMinutes']],
    ['a fraction of a centavo', asked, charge({ amount: 10.505 }), ['amount']],
  ])('is wrong with %s', (_name, expected, got, fields) => {
    expect(chargeDifferences(expected, got).map(each => each.field)).toEqual(fields)
  })

  it('is compared only by what is given', () => {
    const expected = { amount: centavos(1050), passFee: false }
    expect(chargeDifferences(expected, charge({ description: 'x', validityMinutes: 60 }))).toEqual([])
  })
})

describe('the time of a payment', () => {
  const NOW = Date.parse('2026-11-20T12:00:00.000Z')

  it.each([
    ['2026-11-20T12:05:00.000Z', []],
    ['2026-11-20T12:05:00.001Z', ['paidAt']],
  ])('may be five minutes ahead, for the servers of a service may differ: %s', (paidAt, fields) => {
    const found = paidContradictions(charge({ status: 'PAID', paidAt }), NOW)
    expect(found.map(each => each.field)).toEqual(fields)
  })
})
