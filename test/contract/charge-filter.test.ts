import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChargeFilter, foldText, matchesFilter } from '#contract/charge-filter.ts'
import { centavos } from '#contract/money.ts'
import { anyCharacter } from '../support/any-character.ts'

const CHARGE = {
  id: 'pay_7Kx2',
  status: 'PAID',
  amount: 35.9,
  requestedAmount: 35,
  description: 'Açaí São João',
  createdAt: '2026-11-20T14:03:22.000-03:00',
  paidAt: '2026-11-20T14:05:00.000-03:00',
} as const
const CREATED = Date.UTC(2026, 10, 20, 17, 3, 22)
const PAID = Date.UTC(2026, 10, 20, 17, 5)

describe('a filter matches the charge', () => {
  const cases: [string, ChargeFilter, boolean][] = [
    ['without any part', {}, true],
    ['by its state', { statuses: new Set(['PENDING', 'PAID']) }, true],
    ['not by another state', { statuses: new Set(['PENDING']) }, false],
    ['made at the first moment of a span', { created: { from: CREATED } }, true],
    ['not made before it', { created: { from: CREATED + 1 } }, false],
    ['not made at the end of a span', { created: { before: CREATED } }, false],
    ['made just before its end', { created: { before: CREATED + 1 } }, true],
    ['paid in a span', { paid: { from: PAID, before: PAID + 1 } }, true],
    ['not paid in a span before', { paid: { before: PAID } }, false],
    ['of exactly an amount', { amount: { least: centavos(3590), most: centavos(3590) } }, true],
    ['not of a centavo more', { amount: { least: centavos(3591) } }, false],
    ['not of a centavo less', { amount: { most: centavos(3589) } }, false],
    ['of what is paid', { exactAmount: centavos(3590) }, true],
    ['of what was requested', { exactAmount: centavos(3500) }, true],
    ['not of another amount', { exactAmount: centavos(3501) }, false],
    ['by a part of its description', { search: foldText('acai sao') }, true],
    ['by a part of its id, in any case', { search: foldText('7KX') }, true],
    ['not by text from the one into the other', { search: foldText('joaopay') }, false],
    ['not where one of two parts fails', { search: 'acai', statuses: new Set(['FAILED']) }, false],
  ]
  it.each(cases)('%s', (_name, filter, expected) => {
    expect(matchesFilter(filter, CHARGE)).toBe(expected)
  })

  it('never by paidAt when it is unpaid', () => {
    expect(matchesFilter({ paid: {} }, { ...CHARGE, paidAt: null })).toBe(false)
  })

  it('never by an amount that is not whole centavos', () => {
    expect(matchesFilter({ amount: { least: centavos(1) } }, { ...CHARGE, amount: 10.005 })).toBe(false)
  })
})

it.each([
  ['AÇAÍ', 'acai'],
  ['Ac\u0327ai\u0301', 'acai'],
  ['İstanbul', 'istanbul'],
  ['ção 50%', 'cao 50%'],
])('%s is searched as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

it('any text is searched as it would be if it were normalized whole', () => {
  const whole = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom('a', 'Ç', '\u0327', '\u0301', 'é', 'ﬁ', '각', ' ', 'İ') }),
  )
  fc.assert(fc.property(text, each => foldText(each) === whole(each)))
})
