import { expect, it } from 'vitest'
import { Failure } from '#lib/failure.ts'

it('a failure with some of it changed keeps the rest, and is caused by the first', () => {
  const first = new Failure('conflict', 'the key is used', {
    lines: ['amount: first 1.00, now 2.00'],
    next: 'choose another key',
    details: { status: 409 },
  })
  const second = first.with({ next: ['read it', 'then choose another key'] })
  expect(second).toMatchObject({
    category: 'conflict',
    message: 'the key is used',
    lines: ['amount: first 1.00, now 2.00'],
    next: ['read it', 'then choose another key'],
    details: { status: 409 },
  })
  expect(second.cause).toBe(first)
  expect(first.with({ message: 'the key was used' })).toMatchObject({
    message: 'the key was used',
    next: ['choose another key'],
  })
})
