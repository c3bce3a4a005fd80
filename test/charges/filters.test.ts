/** The filters of `charges list`, in every format. */

import { describe, expect, it } from 'vitest'
import { FakeClock } from '../support/clock.ts'
import { jsonLines } from '../support/store.ts'
import { charge, paged } from './paged.ts'

const clock = new FakeClock('2026-11-20T15:00:00.000Z')
const paid = (at: string) => ({ status: 'PAID', paidAt: `2026-11-${at}.000Z` }) as const
/** The newest first. */
const SHOP = [
  charge(6, '2026-11-20T14:00:00Z', { description: 'Açaí 500 ml', amount: 35.9 }),
  charge(5, '2026-11-20T03:00:00Z', { amount: 35.91, ...paid('20T03:10:00') }),
  charge(4, '2026-11-20T02:59:59Z', { amount: 35.89, ...paid('20T02:59:59') }),
  charge(3, '2026-11-19T12:00:00Z', { status: 'EXPIRED', description: '-10% açaí' }),
  charge(2, '2026-11-19T03:00:00Z', { status: 'FAILED', description: 'Café' }),
  charge(1, '2026-11-12T15:00:00Z', { amount: 1000, requestedAmount: 990, ...paid('20T10:00:00') }),
]

const found = async (...args: string[]) => {
  const { charges } = await paged(SHOP)
  const { stdout, stderr, code } = await charges([...args, '-q'], { clock })
  expect(code, stderr).toBe(0)
  return stdout.replaceAll('pay_', '').split('\n').join('')
}

describe('a filter finds', () => {
  it.each([
    [['--status', 'falhou', '--status', 'a receber'], '62'],
    [['--status', 'paga', 'hoje'], '5'],
    [['--since', '2026-11-20T03:00:00Z', '--until', '2026-11-20T14:00:00Z'], '5'],
    [['--paid-since', 'hoje', '--paid-until', '20/11'], '51'],
    [['--search=-10%'], '3'],
    [['--search', 'acai', '--since', 'today', '--max-amount', '50'], '6'],
  ])('%j finds the charges %s', async (args, ids) => {
    expect(await found(...args)).toBe(ids)
  })
})

describe('a filter is refused (exit 2), and nothing is asked:', () => {
  it.each([
    [['--paid-since', 'today', '--paid-until', 'yesterday'], '--paid-since'],
    [['7d'], 'DAY takes today, yesterday, week, month or a day (22/11, 22/11/2026 or 2026-11-22), not 7d'],
    [['hoje', '--since', 'ontem'], "a day can't be used with --since"],
    [['hoje', '--page', '2'], "a day can't be used with --page"],
    [['--search', 'x', '--page', '2'], 'page'],
    [['--all', '--limit', '10'], "--all can't be used with --limit"],
    [['--sum', '-q'], 'sum'],
    [['--sum', '--page', '1'], 'sum'],
  ])('%j says what is wrong', async (args, said) => {
    const { charges, calls } = await paged(SHOP)
    const { stdout, stderr, code } = await charges(args, { clock })
    expect({ stdout, code, calls }).toEqual({ stdout: '', code: 2, calls: [] })
    expect(stderr).toContain(said)
  })
})

describe('what is found is printed', () => {
  const acai = SHOP.filter(({ description }) => description?.includes('çaí'))
  const list = async (args: string[], terminal?: { columns: number; rows: number }) => {
    const { charges } = await paged(SHOP)
    return charges(['--search', 'acai', ...args], { clock, ...(terminal && { terminal }) })
  }

  it('as CSV, with one header, also if nothing matches', async () => {
    const { stdout } = await list(['--csv'])
    expect(stdout.split('\r\n').map(line => line.split(',')[0])).toEqual(['id', 'pay_6', 'pay_3', ''])
    expect((await list(['--csv', '--amount', '7'])).stdout).toMatch(/^id,[\w,]+,pixCode\r\n$/)
  })

  it.each([
    [[], acai, false],
    [['--limit', '1'], acai.slice(0, 1), true],
    [['--amount', '7'], [], false],
  ])('as a document under --json %j, which says whether there is more', async (flags, data, more) => {
    const { stdout } = await list(['--json', ...flags])
    expect(stdout).toBe(`${JSON.stringify({ data, more }, null, 2)}\n`)
  })

  it('as lines of JSON under --json --all, nothing where there is nothing', async () => {
    expect(jsonLines((await list(['--json', '--all'])).stdout)).toEqual(acai)
    expect((await list(['--json', '--all', '--amount', '7'])).stdout).toBe('')
  })

  it('as one table though it is found on several pages: one header, and the columns stay in line', async () => {
    const many = Array.from({ length: 250 }, (_, n) =>
      charge(1_000 + n, Date.parse('2026-11-20T12:00:00Z') - n * 60_000, {
        amount: n < 100 ? 1 : 999.99,
        status: n < 100 ? 'PAID' : 'CREATING',
      }),
    )
    const { charges } = await paged(many)
    const { stdout } = await charges(['--min-amount', '1', '--all', '--no-color'], {
      clock,
      terminal: { columns: 120, rows: 24 },
    })
    const lines = stdout.split('\n').slice(0, -1)
    expect(lines).toHaveLength(251)
    const at = lines[0]!.indexOf('CREATED')
    for (const line of lines.slice(1)) expect(line.slice(at)).toMatch(/^(?:19|20) Nov \d\d:\d\d/)
  })
})

it('a closed pipe ends it quietly', async () => {
  const { charges, calls } = await paged(SHOP, { pageSize: 1 })
  const { ClosedPipe } = await import('#lib/ending.ts')
  const pipe = new AbortController()
  const onOutput = () => pipe.abort(new ClosedPipe())
  const run = await charges(['--min-amount', '1', '-q'], { signal: pipe.signal, onOutput })
  expect(run).toMatchObject({ stdout: 'pay_6\n', stderr: '', code: 0 })
  expect(calls.length).toBeLessThan(3)
})
