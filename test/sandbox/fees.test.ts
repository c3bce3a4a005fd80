import { describe, expect, it } from 'vitest'
import { centavos } from '#contract/money.ts'
import { feeOf, quote } from '#sandbox/core/creations.ts'
import { expectRefusal, startHarness } from './harness.ts'

describe('the fee', () => {
  it.each([
    [1, 1],
    [49, 1],
    [100, 1],
    [149, 1],
    [150, 2],
    [249, 2],
    [250, 3],
    [1050, 11],
    [99_950, 1000],
    [100_000, 1000],
  ])('of %d centavos is %d: 1 %% rounded half up, at least 1', (amount, fee) => {
    expect(feeOf(centavos(amount))).toBe(fee)
  })
})

describe('a quote', () => {
  it('takes the fee from the net amount', () => {
    expect(quote(centavos(1050), false)).toEqual({
      amount: 1050,
      requestedAmount: 1050,
      fee: 11,
      netAmount: 1039,
    })
  })

  it('adds the fee to the amount when it is passed on', () => {
    expect(quote(centavos(1050), true)).toEqual({
      amount: 1061,
      requestedAmount: 1050,
      fee: 11,
      netAmount: 1050,
    })
  })

  it('refuses a total above 1000.00 and takes one of exactly that', () => {
    expect(() => quote(centavos(99_011), true)).toThrow(/1000\.01/)
    expect(quote(centavos(99_010), true).amount).toBe(100_000)
  })

  it('refuses what leaves nothing', () => {
    expect(() => quote(centavos(1), false)).toThrow(/nothing is left/)
    expect(quote(centavos(2), false).netAmount).toBe(1)
  })
})

it('is answered with the charge', async () => {
  const { create } = await startHarness()
  expect((await create({ amount: 100 })).body.data).toMatchObject({ amount: 100, fee: 1, netAmount: 99 })
  const passed = { amount: 10.1, fee: 0.1, netAmount: 10 }
  expect((await create({ amount: 10, passFee: true })).body.data).toMatchObject(passed)
  expectRefusal(await create({ amount: 0.01 }), 400, 'net_not_positive')
  expectRefusal(await create({ amount: 995, passFee: true }), 400, 'total_above_limit')
})
