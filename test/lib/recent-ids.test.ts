import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { RecentIds } from '#lib/recent-ids.ts'

/** 100,000 characters that no other one shares. */
const long = (n: number) => `${Buffer.alloc(100_000, 'x').toString()}${n}`

/** What the heap holds once all that is garbage is collected, in MiB. */
function liveMiB(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 1024 ** 2
}

describe('recent ids', () => {
  it('are known for as many as asked for, and forgotten some time after', () => {
    const recent = new RecentIds(2)
    // What comes again is the latest.
    expect(['a', 'b', 'a', 'c', 'a'].map(id => recent.add(id))).toEqual([true, true, false, true, false])
    for (const id of ['d', 'e', 'f', 'g']) recent.add(id)
    expect(['a', 'b', 'e', 'f', 'g'].map(id => recent.has(id))).toEqual([false, false, false, true, true])
  })

  it('are distinguished however long they are', () => {
    const recent = new RecentIds(10)
    recent.add(long(1))
    expect([recent.has(long(1)), recent.has(long(2)), recent.add(long(1))]).toEqual([true, false, false])
    recent.add('\ud83d'.padStart(200, 'x'))
    expect(recent.has('\ud83e'.padStart(200, 'x'))).toBe(false)
  })

  it('take little memory however long they are', () => {
    const recent = new RecentIds(1000)
    const before = liveMiB()
    for (let n = 0; n < 1000; n++) recent.add(long(n))
    expect(liveMiB() - before).toBeLessThan(5)
    expect(recent.has(long(0))).toBe(true)
  })
})
