import { describe, expect, it } from 'vitest'
import { centavos } from '#contract/money.ts'
import { feeOf, quote } from '#sandbox/core/creations.ts'
import { expectRefusal, startHarness } from './harness.ts'

it('the fee is 1 % rounded half up, and at least a centavo', () => {
  const amounts = [1, 49, 100, 149, 150, 249, 250, 1050, 99_950, 100_000]
  expect(amounts.map(amount => feeOf(centavos(amount)))).toEqual([1, 1, 1, 1, 2, 2, 3, 11, 1000, 1000])
})

describe('a quote', () => {
  it('takes the fee from the net amount, or adds it to the amount when it is passed on', () => {
    const [requestedAmount, fee] = [1050, 11]
    const own = { amount: 1050, requestedAmount, fee, netAmount: 1039 }
    expect(quote(centavos(1050), false)).toEqual(own)
    const passed = { amount: 1061, requestedAmount, fee, netAmount: 1050 }
    expect(quote(centavos(1050), true)).toEqual(passed)
  })

  it('refuses a total above 1000.00, and what leaves nothing', () => {
    expect(() => quote(centavos(99_011), true)).toThrow(/1000\.01/)
    expect(quote(centavos(99_010), true).amount).toBe(100_000)
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
