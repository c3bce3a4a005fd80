import { expect, it } from 'vitest'
import { lengthThatTells } from '#cli/flags/prefixes.ts'

it.each([
  [['pay_76ec60cb046a', 'pay_d23a509bb749'], 'pay_76ec60'],
  [['pay_76ec60cb046a', 'pay_76ec60ca046a', 'pay_76ec60d'], 'pay_76ec60cb'],
  // One of them is the beginning of another.
  [['pay_76ec60cb', 'pay_76ec60cb04'], 'pay_76ec60cb'],
  [['pay_1', 'pay_2'], 'pay_1'],
  [['pay_76ec60cb', 'pay_76ec60cb'], 'pay_76ec60'],
  [[''], ''],
])('of %j the first one is told by %s', (ids, beginning) => {
  const length = lengthThatTells(ids)
  expect(ids[0]!.slice(0, length)).toBe(beginning)
  expect(new Set(ids.map(id => id.slice(0, length))).size).toBe(new Set(ids).size)
})
