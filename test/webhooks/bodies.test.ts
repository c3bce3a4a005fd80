/** Which bodies are dropped if too many arrive. */

import { describe, expect, it } from 'vitest'
import { Bodies, type Body } from '#webhooks/bodies.ts'

const KIB = 1024

/** Bodies that share 100 KiB, by name, and which of them were cut, in that order. */
function sharing() {
  const bodies = new Bodies(100 * KIB)
  const cut: string[] = []
  const begin = (name: string): Body => bodies.begin(() => cut.push(name))
  return { begin, cut }
}

const bytes = (kib: number) => Buffer.alloc(kib * KIB)

describe('past the limit', () => {
  it('the oldest that is still coming is cut, not the one that comes', () => {
    const { begin, cut } = sharing()
    const [first, second, third] = ['first', 'second', 'third'].map(begin) as [Body, Body, Body]
    first.add(bytes(50))
    second.add(bytes(50))
    expect(cut).toEqual([])
    third.add(bytes(20))
    expect(cut).toEqual(['first'])
    third.add(bytes(30))
    expect(cut).toEqual(['first'])
    expect(first.whole()).toBeNull()
    expect(second.whole()).toHaveLength(50 * KIB)
  })

  it('the oldest is the one that has been large for longest', () => {
    const { begin, cut } = sharing()
    const [slow, large, last] = ['slow', 'large', 'last'].map(begin) as [Body, Body, Body]
    slow.add(bytes(16))
    large.add(bytes(60))
    slow.add(bytes(4))
    last.add(bytes(30))
    expect(cut).toEqual(['large'])
  })

  it('one that has come whole is not cut, but counts until it is released', () => {
    const { begin, cut } = sharing()
    const [whole, next] = ['whole', 'next'].map(begin) as [Body, Body]
    whole.add(bytes(90))
    expect(whole.whole()).toHaveLength(90 * KIB)
    next.add(bytes(20))
    expect(cut).toEqual(['next'])
    whole.release()
    const later = begin('later')
    later.add(bytes(100))
    expect(cut).toEqual(['next'])
  })

  it('as many are cut as it takes', () => {
    const { begin, cut } = sharing()
    for (const name of ['a', 'b', 'c', 'd']) begin(name).add(bytes(25))
    begin('large').add(bytes(60))
    expect(cut).toEqual(['a', 'b', 'c'])
  })
})

it('any number of small ones counts as nothing', () => {
  const { begin, cut } = sharing()
  const large = begin('large')
  large.add(bytes(100))
  const small = Array.from({ length: 50 }, (_, n) => begin(`small ${n}`))
  for (const body of small) body.add(bytes(16))
  expect(cut).toEqual([])
  expect(small.map(body => body.whole()?.length)).toEqual(Array(50).fill(16 * KIB))
})

it('a body that is released twice is subtracted once', () => {
  const { begin, cut } = sharing()
  const first = begin('first')
  first.add(bytes(100))
  first.release()
  first.release()
  first.add(bytes(100))
  begin('second').add(bytes(101))
  expect(cut).toEqual(['second'])
})
