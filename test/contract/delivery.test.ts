import { expect, it } from 'vitest'
import { approvalFacts } from '#contract/delivery.ts'

const NOTHING = { source: null, amount: null, netAmount: null }

it.each([
  [
    '{"source":"wallet","amount":10.50,"netAmount":1.039e1}',
    { source: 'wallet', amount: 10.5, netAmount: 10.39 },
  ],
  ['{"source":7,"amount":"10.50","netAmount":null}', NOTHING],
  ['{"amount":1e400,"netAmount":-0.01}', { ...NOTHING, netAmount: -0.01 }],
  ['null', NOTHING],
  ['"amount"', NOTHING],
])('an approval with the data %s says what it has', (data, facts) => {
  expect(approvalFacts(JSON.parse(data))).toEqual(facts)
})
