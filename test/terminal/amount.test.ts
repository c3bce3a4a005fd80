import { describe, expect, it } from 'vitest'
import { parseLossless } from '#lib/json.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'

describe('an amount', () => {
  it.each([
    [0.07, '0.07', 'R$ 0,07'],
    [1234567.89, '1234567.89', 'R$ 1.234.567,89'],
  ])('of %d is %s for a script and %s for a person', (reais, decimal, human) => {
    expect(decimalAmount(reais)).toBe(decimal)
    expect(humanAmount(reais)).toBe(human)
  })

  it.each([
    [10.505, '10.505'],
    [1e300, '1e+300'],
    [parseLossless('9007199254740993.25'), '9007199254740993.25'],
  ])('that is not a whole number of centavos is printed unchanged (%j)', (reais, shown) => {
    expect(decimalAmount(reais)).toBe(shown)
    expect(humanAmount(reais)).toBe(`R$ ${shown}`)
  })

  it('that is missing is an empty text for a script', () => {
    expect(decimalAmount(null)).toBe('')
    expect(decimalAmount(undefined)).toBe('')
  })
})
