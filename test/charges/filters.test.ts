/** The filters of `charges list`, in every format. */

import { describe, expect, it } from 'vitest'
import { FakeClock } from '../support/clock.ts'
import { errorOf } from '../support/pixctl.ts'
import { againstLocal } from '../support/scripted.ts'
import { answer } from '../support/service.ts'
import { chargeRow, jsonLines, rows } from '../support/store.ts'
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
    [['--status', 'Paid,eXpired'], '5431'],
    [['--status', 'falhou', '--status', 'a receber'], '62'],
    [['--status', 'paga', 'hoje'], '5'],
    [['12/11'], '1'],
    [['day-before-yesterday', '--all'], ''],
    [['--since', 'TODAY', '--until', 'today'], '65'],
    // From a time on, up to a time and without it.
    [['--since', '2026-11-20T03:00:00Z', '--until', '2026-11-20T14:00:00Z'], '5'],
    [['--since', '7d'], '65432'],
    [['--paid-since', 'hoje', '--paid-until', '20/11'], '51'],
    [['--search', 'AÇAÍ'], '63'],
    [['--search', 'PAY_3'], '3'],
    [['--search=-10%'], '3'],
    [['--amount', 'R$ 35,90'], '6'],
    // The fee was added to it.
    [['--amount', '990'], '1'],
    [['--min-amount', '35,90', '--max-amount', '35.91'], '65'],
    [['--search', 'acai', '--since', 'today', '--max-amount', '50'], '6'],
  ])('%j finds the charges %s', async (args, ids) => {
    expect(await found(...args)).toBe(ids)
  })
})

describe('a filter is refused (exit 2), and nothing is asked:', () => {
  it.each([
    [['--since', '7'], '--since is not a time: 7'],
    [['--paid-since', '20/13/2026'], '20/13/2026'],
    [['--since', 'today', '--until', 'yesterday'], '--since is the start: give it the earlier time'],
    [['--paid-since', 'today', '--paid-until', 'yesterday'], '--paid-since'],
    [['--status', 'PAID,perdida'], '--status takes a state: to be paid, paid, expired, failed or creating'],
    [['--status', ''], '--status takes a state'],
    [['--status', 'PAYED'], 'for example: --status paid'],
    [['7d'], 'DAY takes today, yesterday, week, month or a day (22/11, 22/11/2026 or 2026-11-22), not 7d'],
    [['ontme'], 'for example: ontem'],
    [['hoje', 'ontem'], 'ontem'],
    [['hoje', '--since', 'ontem'], "a day can't be used with --since"],
    [['hoje', '--page', '2'], "a day can't be used with --page"],
    [['--search', ''], '--search'],
    [['--amount', '1.000'], 'write 1000.00 or 1.00'],
    [['--min-amount', '0'], 'give at least 0.01'],
    [['--min-amount', ''], '--min-amount is empty'],
    [['--min-amount', '10', '--max-amount', '9,99'], '--min-amount 10.00 is more than --max-amount 9.99'],
    [['--amount', '10', '--min-amount', '5'], 'amount'],
    [['--search', 'x', '--page', '2'], 'page'],
    [['--search', 'x', '--limit', '0'], '--limit'],
    [['--all', '--limit', '10'], "--all can't be used with --limit"],
    [['--all', '--page', '1'], 'page'],
    [['--sum', '-q'], 'sum'],
    [['--sum', '--limit', '10'], 'sum'],
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

  it('as rows', async () => {
    const { stdout, stderr } = await list([])
    expect(rows(stdout)).toEqual(acai.map(chargeRow))
    expect(stderr).toBe('')
  })

  it('as CSV, with one header, also if nothing matches', async () => {
    const { stdout } = await list(['--csv'])
    expect(stdout.split('\r\n').map(line => line.split(',')[0])).toEqual(['id', 'pay_6', 'pay_3', ''])
    expect((await list(['--csv', '--amount', '7'])).stdout).toMatch(/^id,[\w,]+,pixCode\r\n$/)
  })

  it.each([
    [[], acai, false],
    [['--limit', '2'], acai, false],
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

  it('as a table, and the count says how many charges were searched', async () => {
    const { stdout, stderr } = await list(['--no-color'], { columns: 120, rows: 24 })
    expect(stdout.match(/^ID/gm)).toHaveLength(1)
    expect(stdout.match(/pay_\d/g)).toEqual(['pay_6', 'pay_3'])
    expect(stderr.split('\u001b[2K').at(-1)).toBe('2 of 6 charges\n')
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

  it('with every digit of a number that no double holds', async () => {
    const body = JSON.stringify({ data: SHOP, pagination: { page: 1, limit: 100, total: 6 } })
    const text = body.replace('"id":"pay_3"', '"id":"pay_3","big":9007199254740993')
    await using scripted = await againstLocal(answer(200, text))
    const { stdout } = await scripted.machine.pixctl(['charges', 'list', '--search', 'acai', '--json'])
    expect(stdout).toContain('9007199254740993')
  })
})

it('an error leaves whole JSON of what was found before it', async () => {
  const failing = async (at: number, ...flags: string[]) => {
    const { charges } = await paged(SHOP, { pageSize: 3, onCall: call => (call === at ? 403 : 200) })
    const run = await charges(['--search', 'acai', '--json', ...flags])
    expect(errorOf(run)).toMatchObject({ exitCode: 4 })
    return run.stdout
  }
  expect(jsonLines(await failing(2, '--all'))).toHaveLength(1)
  expect(JSON.parse(await failing(2))).toMatchObject({ data: [{ id: 'pay_6' }], more: true })
  expect(await failing(1)).toBe('')
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
