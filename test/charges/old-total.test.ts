/** A service whose total is old: every walk over its pages ends with a page that is shorter than asked for. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { NewestPages } from '#charges/watching/newest-pages.ts'
import type { Payment } from '#contract/generated/types.ts'
import { FakeClock } from '../support/clock.ts'
import { LocalMachine } from '../support/local.ts'
import { jsonLines } from '../support/store.ts'
import { charge, minutely, paged } from './paged.ts'

const NEWEST = '2026-11-20T14:00:00.000Z'
const clock = new FakeClock('2026-11-20T15:00:00.000Z')
const CACHED = 290

const orders: [string, (list: Payment[]) => Payment[]][] = [
  ['the newest first', list => list],
  ['the oldest first', list => list.toReversed()],
]

async function store(inOrder: (list: Payment[]) => Payment[] = list => list, count = 330) {
  const paid = { status: 'PAID', paidAt: NEWEST } as const
  const list = inOrder(minutely(count, NEWEST, paid))
  const service = await paged(list, { total: () => CACHED })
  const machine = new LocalMachine(service.env)
  onTestFinished(() => machine[Symbol.dispose]())
  machine.clock = clock
  const json = async (...args: string[]) => {
    const { stdout, stderr, code } = await machine.pixctl([...args, '--json', '--rate-limit', 'off'])
    const isLines = !stdout.startsWith('{\n')
    return { lines: isLines ? jsonLines(stdout) : [JSON.parse(stdout)], stderr, code }
  }
  return { ...service, machine, json }
}

describe.each(orders)('of 330 charges with a total of 290, %s,', (_order, inOrder) => {
  it('list --all and report have all', async () => {
    const { json, calls } = await store(inOrder)
    const all = await json('charges', 'list', '--all')
    expect(all).toMatchObject({ code: 0, stderr: '' })
    expect(new Set(all.lines.map(({ id }) => id)).size).toBe(330)
    expect(calls).toEqual([1, 2, 3, 4])
    const report = await json('report', '--since', '2026-11-19')
    expect(report).toMatchObject({ code: 0, lines: [{ total: { paid: 330 } }] })
  })

  it('sync archives all, and later what is new', async () => {
    const { json, list } = await store(inOrder)
    expect(await json('charges', 'sync')).toMatchObject({ code: 0, lines: [{ complete: true, count: 330 }] })
    const isOldestFirst = list[0]!.id === 'pay_1'
    const newer = Array.from({ length: 140 }, (_, index) =>
      charge(331 + index, Date.parse(NEWEST) + index * 60_000),
    )
    if (isOldestFirst) list.push(...newer)
    else list.unshift(...newer.reverse())
    expect(await json('charges', 'sync')).toMatchObject({ code: 0, lines: [{ complete: true, count: 470 }] })
  })

  it.each([300, 301])('the newest of %i charges is found first', async count => {
    const { list } = await store(inOrder, count)
    const pages = new NewestPages(async page => {
      const data = list.slice((page - 1) * 100, page * 100)
      return { data: { data, pagination: { page, limit: 100, total: CACHED } }, text: '' }
    })
    const walk = async () => {
      const ids: string[] = []
      for await (const { charges } of pages.walk()) ids.push(...charges.map(({ id }) => id))
      return ids
    }
    // It finds out in which order they are.
    await walk()
    const ids = await walk()
    expect(ids[0]).toBe(`pay_${count}`)
    expect(ids).toHaveLength(count)
  })
})
