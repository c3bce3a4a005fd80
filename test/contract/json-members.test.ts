import { expect, it } from 'vitest'
import { isDeeperThan } from '#contract/json-members.ts'

it.each<[string, number, boolean]>([
  ['[[[]]]', 2, true],
  ['[[[]]]', 3, false],
  ['{"a":{"b":[1]}}', 2, true],
  ['{"a":{"b":[1]}}', 3, false],
  // Beside each other they are not deep.
  ['[[],[],[],[],[],[]]', 2, false],
  // Nor inside of texts, wherever those end.
  ['["[[[[[[[["]', 2, false],
  ['["\\"[[[[[[","\\\\"]', 2, false],
  ['["\\\\",[[1]]]', 2, true],
])('%s is deeper than %i: %s', (json, levels, deeper) => {
  expect(() => JSON.parse(json)).not.toThrow()
  expect(isDeeperThan(json, levels)).toBe(deeper)
})
