import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centavos, fromReais, fromReaisText, toBRL, toDecimal, toReais } from '#contract/money.ts'
import { parseAmount } from '#lib/input/typed-amount.ts'
import { cpuMs } from '../support/cpu.ts'

describe('money', () => {
  it('is exact both ways for all 100,000 amounts from 0.01 to 1000.00', () => {
    const wrong: string[] = []
    for (let whole = 1; whole <= 100_000; whole++) {
      const amount = centavos(whole)
      // The decimal is written with integer arithmetic only, without the code under test.
      const decimal = `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
      const exact =
        toDecimal(amount) === decimal &&
        parseAmount(decimal) === amount &&
        parseAmount(decimal.replace('.', ',')) === amount &&
        parseAmount(toBRL(amount)) === amount &&
        fromReais(JSON.parse(decimal)) === amount &&
        fromReais(JSON.parse(JSON.stringify(toReais(amount)))) === amount
      if (!exact) wrong.push(decimal)
    }
    expect(wrong).toEqual([])
  })

  it('refuses reais that are not whole centavos', () => {
    for (const reais of [10.505, 0.001, 0.1 + 0.2, 1.005, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
      expect(fromReais(reais), String(reais)).toBeNull()
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e8 }), fc.integer({ min: 1, max: 9 }), (whole, thousandth) => {
        expect(fromReais(Number(`${toDecimal(centavos(whole))}${thousandth}`))).toBeNull()
      }),
    )
  })

  it.each([
    ['10', 1000],
    ['10.5', 1050],
    ['0', 0],
    ['1000.01', 100_001],
    ['R$35,90', 3590],
    ['r$ 35.90', 3590],
    ['R$\u00a035,90', 3590],
    [' 35,90\n', 3590],
    ['1.000,00', 100_000],
    ['1.234,5', 123_450],
    ['12.345.678,90', 1_234_567_890],
    ['90071992547409,91', Number.MAX_SAFE_INTEGER],
  ])('reads %j', (text, expected) => {
    expect(parseAmount(text)).toBe(expected)
  })

  it('reads every amount that it writes as the same centavos', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), whole => {
        const amount = centavos(whole)
        const decimal = toDecimal(amount)
        for (const text of [decimal, decimal.replace('.', ','), toBRL(amount)]) {
          expect(parseAmount(text), text).toBe(amount)
        }
      }),
    )
  })

  it.each([
    ...'1.000|1e3|-1|+1|10.505||.5|5.|1,000|1,000.00|1.000.000|1.000.50|1.00,00|1.0000,00|0.100,00'.split(
      '|',
    ),
    ...'1 000,00|R$|R5,90|R$ R$ 5|R$ -5|35,90 reais|0x10|١٠|NaN|90071992547409,92'.split('|'),
    '9'.repeat(400),
  ])('refuses %j', text => {
    expect(parseAmount(text)).toBeNull()
  })

  it.each([
    [0, '0.00', 'R$ 0,00'],
    [7, '0.07', 'R$ 0,07'],
    [1050, '10.50', 'R$ 10,50'],
    [123_456, '1234.56', 'R$ 1.234,56'],
    [123_456_789, '1234567.89', 'R$ 1.234.567,89'],
    [-5, '-0.05', '-R$ 0,05'],
  ])('spells %d as %s and %s', (whole, decimal, brl) => {
    expect(toDecimal(centavos(whole))).toBe(decimal)
    expect(toBRL(centavos(whole))).toBe(brl)
  })

  it('takes no fraction of a centavo', () => {
    expect(() => centavos(0.5)).toThrow(RangeError)
  })
})

describe('reais as a JSON text writes them', () => {
  it.each([
    ['10.50', 1050],
    ['10.500', 1050],
    ['10.5000000000000000000000000000000', 1050],
    ['1.05e1', 1050],
    ['105E-1', 1050],
    ['0.001e1', 1],
    ['1e3', 100_000],
    ['1000.0000000000000000000', 100_000],
    ['1000000.00', 100_000_000],
    ['0', 0],
    ['0.000e999999999999999999999', 0],
    ['-10.5', -1050],
  ])('%s is counted by its exact value', (text, expected) => {
    expect(fromReaisText(text)).toBe(expected)
  })

  it.each([
    ...['10.0000000000000000000001', '1000.0000000000000000001', '999.9999999999999999999'],
    ...['0.010000000000000000000001', '10.505', '1e-3', '1e-999999999999999999999'],
    ...['1e999999999999999999999', '9007199254740993', '90071992547409.93', '', 'x'],
  ])('%s is not whole centavos, or not exact', text => {
    expect(fromReaisText(text)).toBeNull()
  })

  it('is quick for a long run of zeros', () => {
    const begun = cpuMs()
    expect(fromReaisText(`1.${'0'.repeat(1_000_000)}1`)).toBeNull()
    expect(cpuMs() - begun).toBeLessThan(1000)
  })
})
