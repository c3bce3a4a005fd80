/** `charges list --sum`: exact totals, by status and in all. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Payment, PaymentStatus } from '#contract/generated/types.ts'
import { FakeClock } from '../support/clock.ts'
import { rows } from '../support/store.ts'
import { cases } from '../support/volume.ts'
import { charge, minutely, paged } from './paged.ts'

const STATUSES: PaymentStatus[] = ['CREATING', 'PENDING', 'PAID', 'EXPIRED', 'FAILED']

/** Reais as text, in whole centavos: the digits without the point. */
const centavosOf = (reais: number) => BigInt(reais.toFixed(2).replace('.', ''))

function expected(charges: readonly Payment[]) {
  const sum = (of: readonly Payment[]) => {
    const all = (name: 'amount' | 'fee' | 'netAmount') =>
      of.reduce((total, each) => total + centavosOf(each[name]), 0n)
    return { count: of.length, amount: all('amount'), fee: all('fee'), netAmount: all('netAmount') }
  }
  const sums = STATUSES.map(status => [status, sum(charges.filter(each => each.status === status))])
  return { ...sum(charges), byStatus: Object.fromEntries(sums) }
}

/** The printed totals, with exact centavos read from the digits. */
function read(stdout: string) {
  return JSON.parse(stdout, (name, value, context?: { source?: string }) => {
    if (name === 'count' || typeof value !== 'number') return value
    const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(context?.source ?? '') ?? []
    return BigInt(whole + decimals.padEnd(2, '0'))
  })
}

describe('--sum', () => {
  it('is exact for any charges', async () => {
    const centavos = fc.integer({ min: 1, max: 100_000 })
    const one = fc.record({ status: fc.constantFrom(...STATUSES), amount: centavos, fee: centavos })
    const some = fc.array(one, { maxLength: 250 })
    const { list, charges } = await paged([])
    await fc.assert(
      fc.asyncProperty(some, async drawn => {
        const made = drawn.map(({ status, amount, fee }, n) => {
          const money = { amount: amount / 100, fee: fee / 100, netAmount: Math.abs(amount - fee) / 100 }
          return charge(n, '2026-11-20T12:00:00Z', { status, ...money })
        })
        list.splice(0, list.length, ...made)
        expect(read((await charges(['--sum', '--json'])).stdout)).toEqual({
          ...expected(made),
          complete: true,
        })
      }),
      cases(40),
    )
  })

  it('is of the charges that match, and ends early like they do', async () => {
    const all = minutely(450, '2026-11-20T05:29:00.000Z', { amount: 0.1, fee: 0.01, netAmount: 0.09 })
    const { charges, calls } = await paged(all)
    const clock = new FakeClock('2026-11-20T15:00:00Z')
    const { stdout, stderr } = await charges(['--since', 'today', '--sum'], { clock })
    expect(rows(stdout).at(-1)).toEqual(['total', '150', '15.00', '1.50', '13.50'])
    expect(calls).toEqual([1, 2, 3])
    expect(stderr).toContain('searched the newest 300 of 450')
  })

  it('has each charge once, in one state, though states change and pages shift meanwhile', async () => {
    const all = minutely(300, '2026-11-20T12:00:00.000Z', { amount: 1, fee: 0.01, netAmount: 0.99 })
    const { charges } = await paged(all, {
      onCall: (call, list) => {
        // One is paid that was read, another one that wasn't; and new ones come.
        for (const id of [`pay_${300 - call}`, `pay_${call}`]) {
          const index = list.findIndex(each => each.id === id)
          list[index] = { ...list[index]!, status: 'PAID', paidAt: '2026-11-20T12:00:00.000Z' }
        }
        if (call > 1) list.unshift(charge(1_000 + call, Date.parse('2026-11-20T12:00:00Z') + call * 1000))
      },
    })
    const { stdout } = await charges(['--sum', '--json', '--max-amount', '1'])
    const { count, byStatus } = JSON.parse(stdout)
    expect(count).toBe(300)
    // pay_299 before page 1 was answered, pay_1, pay_2 and pay_3 before theirs. The others had been read as PENDING.
    expect([byStatus.PENDING.count, byStatus.PAID.count]).toEqual([296, 4])
  })

  it('prints a row for every state to scripts, and the total last', async () => {
    const { charges } = await paged([charge(1, 0, { amount: 10.5, fee: 0.1, netAmount: 10.4 })])
    expect(rows((await charges(['--sum'])).stdout)).toEqual([
      ['CREATING', '0', '0.00', '0.00', '0.00'],
      ['PENDING', '1', '10.50', '0.10', '10.40'],
      ['PAID', '0', '0.00', '0.00', '0.00'],
      ['EXPIRED', '0', '0.00', '0.00', '0.00'],
      ['FAILED', '0', '0.00', '0.00', '0.00'],
      ['total', '1', '10.50', '0.10', '10.40'],
    ])
  })

  it('is exit 8 for more than can be added up exactly', async () => {
    const { charges } = await paged(minutely(2, 0, { amount: 70_000_000_000_000 }))
    const { stdout, stderr, code } = await charges(['--sum', '--json'])
    expect({ stdout, code }).toEqual({ stdout: '', code: 8 })
    expect(JSON.parse(stderr).error).toContain('more than pixctl can count exactly')
  })

  it('ends with 8 if the service has more than its pages show', async () => {
    const { charges } = await paged(minutely(1_002, 0), { pageSize: 1 })
    const run = await charges(['--sum', '--no-color'], { terminal: { columns: 80, rows: 24 } })
    expect(run).toMatchObject({ code: 8, stderr: expect.stringContaining('1002') })
    expect(run.stdout).toMatch(/^incomplete {2,}1000 /m)
    expect(run.stdout).not.toContain('total')
  })

  it.each<[string, string[], RegExp]>([
    ['in a pipe', [], /^incomplete\t2\t/m],
    ['as CSV for Excel', ['--csv', '--csv-style', 'excel-br'], /^"incompleto";"2";/m],
    ['as JSON', ['--json'], /^ {2}"complete": false\b/m],
  ])('says that sums are not whole, %s; the report does too', async (_how, flags, says) => {
    const onePaid = { status: 'PAID', paidAt: '2026-11-20T12:00:00.000Z' } as const
    const { charges, run } = await paged(minutely(2, '2026-11-20T11:00:00.000Z', onePaid), {
      total: count => count + 1,
    })
    const clock = new FakeClock('2026-11-20T15:00:00.000Z')
    for (const end of [await charges(['--sum', ...flags]), await run(['report', ...flags], { clock })]) {
      expect(end).toMatchObject({ code: 8, stdout: expect.stringMatching(says) })
      expect(end.stdout).not.toMatch(/^"?total"?[\t,;]/m)
    }
  })
})
