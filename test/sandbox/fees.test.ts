import { describe, expect, it } from 'vitest'
import { centavos } from '#contract/money.ts'
import { DEFAULT_FEE } from '#sandbox/core/choices.ts'
import { feeOf, quote } from '#sandbox/core/fees.ts'
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
    expect(feeOf(centavos(amount), DEFAULT_FEE)).toBe(fee)
  })

  it.each([
    [{ basisPoints: 99, minimum: centavos(0) }, 1000, 10],
    [{ basisPoints: 0, minimum: centavos(50) }, 1000, 50],
    [{ basisPoints: 0, minimum: centavos(0) }, 1000, 0],
    [{ basisPoints: 250, minimum: centavos(1) }, 1020, 26],
  ])('follows the rule %j', (rule, amount, fee) => {
    expect(feeOf(centavos(amount), rule)).toBe(fee)
  })
})

describe('a quote', () => {
  it('takes the fee from the net amount', () => {
    expect(quote(centavos(1050), false, DEFAULT_FEE)).toEqual({
      amount: 1050,
      requestedAmount: 1050,
      fee: 11,
      netAmount: 1039,
    })
  })

  it('adds the fee to the amount when it is passed on', () => {
    expect(quote(centavos(1050), true, DEFAULT_FEE)).toEqual({
      amount: 1061,
      requestedAmount: 1050,
      fee: 11,
      netAmount: 1050,
    })
  })

  it('refuses a total above 1000.00 and takes one of exactly that', () => {
    expect(() => quote(centavos(99_011), true, DEFAULT_FEE)).toThrow(/1000\.01/)
    expect(quote(centavos(99_010), true, DEFAULT_FEE).amount).toBe(100_000)
  })

  it('refuses what leaves nothing', () => {
    expect(() => quote(centavos(1), false, DEFAULT_FEE)).toThrow(/nothing is left/)
    expect(quote(centavos(2), false, DEFAULT_FEE).netAmount).toBe(1)
  })
})

it('is the fee the sandbox was started with', async () => {
  const { create } = await startHarness({ fee: { basisPoints: 350, minimum: centavos(100) } })
  expect((await create({ amount: 100 })).body.data).toMatchObject({ amount: 100, fee: 3.5, netAmount: 96.5 })
  expect((await create({ amount: 10, passFee: true })).body.data).toMatchObject({
    amount: 11,
    fee: 1,
    netAmount: 10,
  })
  expectRefusal(await create({ amount: 1 }), 400, 'net_not_positive')
  expectRefusal(await create({ amount: 970, passFee: true }), 400, 'total_above_limit')
})
