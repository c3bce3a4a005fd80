/** Which bodies have room in memory if many arrive. */

import { expect, it } from 'vitest'
import { Bodies } from '#webhooks/bodies.ts'

const bytes = (kib: number) => Buffer.alloc(kib * 1024)

it('past the limit there is no room for more, until one is released', () => {
  const bodies = new Bodies(100 * 1024)
  const [first, second] = [bodies.begin(), bodies.begin()]
  expect(first.add(bytes(50))).toBe(true)
  expect(first.add(bytes(40))).toBe(true)
  expect(second.add(bytes(20))).toBe(false)
  expect(first.add(bytes(10))).toBe(true)
  expect(first.whole()).toHaveLength(100 * 1024)
  expect(second.add(bytes(20))).toBe(false)
  first.release()
  expect(second.add(bytes(100))).toBe(true)
})

it('any number of small ones counts as nothing', () => {
  const bodies = new Bodies(100 * 1024)
  expect(bodies.begin().add(bytes(100))).toBe(true)
  const small = Array.from({ length: 50 }, () => bodies.begin())
  expect(small.map(body => body.add(bytes(16)))).toEqual(Array(50).fill(true))
  expect(small[0]!.add(bytes(1))).toBe(false)
})

it('a body that is released twice is subtracted once', () => {
  const bodies = new Bodies(100 * 1024)
  const first = bodies.begin()
  first.add(bytes(100))
  first.release()
  first.release()
  expect(bodies.begin().add(bytes(101))).toBe(false)
})
