/** `report`: what was charged and paid, by local days, weeks and months. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import { charge, minutely, paged } from '../../charges/paged.ts'
import { FakeClock } from '../../support/clock.ts'
import { openLocalStore, rows } from '../../support/store.ts'

/** 12:00 in São Paulo. */
const clock = new FakeClock('2026-11-20T15:00:00.000Z')

const paid = (at: string, amount = 10.5, fee = 0.11, netAmount = 10.39): Partial<Payment> => ({
  ...{ status: 'PAID', paidAt: new Date(at).toISOString(), amount, fee, netAmount },
})
const SHOP = [
  charge(7, '2026-11-20T14:00:00Z', paid('2026-11-20T14:10:00Z', 35.9, 0.36, 35.54)),
  charge(6, '2026-11-20T03:00:00Z', { status: 'FAILED' }),
  charge(5, '2026-11-20T02:59:59Z', paid('2026-11-20T03:00:00Z', 0.1, 0.01, 0.09)),
  charge(4, '2026-11-19T12:00:00Z', { status: 'EXPIRED' }),
  charge(3, '2026-11-19T11:00:00Z', paid('2026-11-19T12:00:00Z', 0.2, 0.01, 0.19)),
  charge(2, '2026-11-17T12:00:00Z'),
  // Paid late.
  charge(1, '2026-10-02T12:00:00Z', paid('2026-11-20T13:00:00Z', 10, 0.1, 9.9)),
]
const terminal = { columns: 80, rows: 24 }
const run = async (...args: string[]) => {
  const { run, calls } = await paged(SHOP)
  const ended = await run(['report', ...args], { clock })
  return { ...ended, calls }
}
const rowsOf = async (...args: string[]) => {
  const { stdout, stderr, code } = await run(...args)
  expect(code, stderr).toBe(0)
  return rows(stdout)
}

describe('report', () => {
  it('without flags is about today: paid by paidAt, created by createdAt', async () => {
    expect(await rowsOf()).toEqual([
      ['2026-11-20', '2', '3', '0', '1', '46.00', '0.47', '45.53'],
      ['total', '2', '3', '0', '1', '46.00', '0.47', '45.53'],
    ])
  })

  it('has a row for every day, even if nothing happened', async () => {
    expect(await rowsOf('--since', '2026-11-16', '--until', 'today')).toEqual([
      ['2026-11-16', '0', '0', '0', '0', '0.00', '0.00', '0.00'],
      ['2026-11-17', '1', '0', '0', '0', '0.00', '0.00', '0.00'],
      ['2026-11-18', '0', '0', '0', '0', '0.00', '0.00', '0.00'],
      ['2026-11-19', '3', '1', '1', '0', '0.20', '0.01', '0.19'],
      ['2026-11-20', '2', '3', '0', '1', '46.00', '0.47', '45.53'],
      ['total', '6', '4', '1', '1', '46.20', '0.48', '45.72'],
    ])
  })

  it.each([
    ['--by month', '2026-11', '01T00:00', '21T00:00'],
    ['--since yesterday', '2026-11-19 2026-11-20', '19T00:00', '21T00:00'],
    ['ontem', '2026-11-19', '19T00:00', '20T00:00'],
    // A week that isn't over goes to the end of today; --until has it whole.
    ['semana --by semana', '2026-W47', '16T00:00', '21T00:00'],
    ['--since 3h --until 30m', '2026-11-20', '20T09:00', '20T11:30'],
    ['--since 2026-11-14T10:30 --by week', '2026-W46 2026-W47', '14T10:30', '21T00:00'],
  ])('%s is %s, from %s up to %s', async (args, periods, since, until) => {
    const report = JSON.parse((await run(...args.split(' '), '--json')).stdout)
    expect(report).toMatchObject({ since: `2026-11-${since}:00-03:00`, until: `2026-11-${until}:00-03:00` })
    expect(report.rows.map(({ period }: { period: string }) => period).join(' ')).toBe(periods)
  })

  it('prints JSON with the names and order of the contract', async () => {
    const total = { created: 2, paid: 3, expired: 0, failed: 1, amount: 46, fee: 0.47, netAmount: 45.53 }
    const whole = {
      since: '2026-11-20T00:00:00-03:00',
      until: '2026-11-21T00:00:00-03:00',
      rows: [{ period: '2026-11-20', ...total }],
      total,
      complete: true,
    }
    expect(await run('--json')).toMatchObject({ stdout: `${JSON.stringify(whole, null, 2)}\n`, stderr: '' })
  })

  it('prints CSV, also for a Brazilian Excel', async () => {
    expect((await run('--csv')).stdout).toBe(
      'period,created,paid,expired,failed,amount,fee,netAmount\r\n2026-11-20,2,3,0,1,46.00,0.47,45.53\r\ntotal,2,3,0,1,46.00,0.47,45.53\r\n',
    )
    expect((await run('--csv', '--csv-style', 'excel-br')).stdout).toBe(
      [
        '\ufeff"período";"criadas";"pagas";"expiradas";"falharam";"valor";"taxa";"valor líquido"',
        '"20/11/2026";"2";"3";"0";"1";"46,00";"0,47";"45,53"',
        '"total";"2";"3";"0";"1";"46,00";"0,47";"45,53"',
        '',
      ].join('\r\n'),
    )
  })

  it('fits a narrow window, and names the columns that say something and have no room', async () => {
    const { run } = await paged(SHOP)
    const narrow = { clock, terminal: { columns: 40, rows: 24 } }
    const { stdout, stderr } = await run(['report', '--no-color'], narrow)
    const lines = stdout.split('\n').slice(0, -1)
    expect(lines[0]!.trim().split(/ +/)).toEqual(['PERIOD', 'PAID', 'AMOUNT', 'NET'])
    expect(lines).toHaveLength(3)
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(40)
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(/no room for [A-Z, ]*FAILED[A-Z, ]*: a wider window/)
  })

  it.each([
    ['en', ['--since', '2026-11-20T10:30'], 'from 2026-11-20 10:30:00 up to 2026-11-21 00:00:00'],
    ['pt-BR', ['--since', '2026-11-20T10:30'], 'de 20/11/2026 10:30:00 até 21/11/2026 00:00:00'],
  ])('in %s names the span of %j', async (lang, args, span) => {
    const { run } = await paged(SHOP)
    const { stderr } = await run(['report', '--lang', lang, ...args], { clock, terminal })
    // The line of the progress is erased before it.
    expect(stderr).toContain(`\u001b[2K${span}, America/Sao_Paulo (-03:00)\n`)
  })

  it('reads all pages: an old charge may be paid late', async () => {
    const old = charge(0, '2020-01-01T00:00:00Z', paid('2026-11-20T14:00:00Z', 1, 0.01, 0.99))
    const { run, calls } = await paged([...minutely(300, '2026-11-20T14:00:00Z'), old])
    const { stdout } = await run(['report', '--json', '--rate-limit', 'off'], { clock })
    expect(JSON.parse(stdout).total).toMatchObject({ created: 300, paid: 1, netAmount: 0.99 })
    expect(calls).toEqual([1, 2, 3, 4])
  })

  it.each([
    ['--since today --until yesterday', '--until yesterday'],
    ['--since 2026-11-21', 'the end of today'],
    ['--lang pt-BR --by ano', '--by aceita hora, dia, semana ou mês, e não ano\n  por exemplo: --by hora'],
    ['2026-11-21', "that time hasn't come yet"],
    ['--since 1970-01-01', '10000'],
    ['--ofx --json', 'ofx'],
    ['--ofx --by week', 'ofx'],
  ])('%s is refused (exit 2), and nothing is asked', async (args, said) => {
    const { stderr, ...rest } = await run(...args.split(' '))
    expect(rest).toEqual({ stdout: '', code: 2, calls: [] })
    expect(stderr).toContain(said)
  })

  it('has rows that add up to the total, for any charges', async () => {
    const { list, run } = await paged([])
    const hour = fc.integer({ min: 0, max: 24 * 20 })
    const drawn = fc.array(
      fc.record({ made: hour, late: hour, centavos: fc.integer({ min: 2, max: 100_000 }) }),
      {
        maxLength: 120,
      },
    )
    await fc.assert(
      fc.asyncProperty(drawn, fc.constantFrom('hour', 'day', 'week', 'month'), async (some, unit) => {
        const start = Date.parse('2026-11-05T00:30:00Z')
        const made = some.map(({ made, late, centavos }, n) =>
          charge(n, start + made * 3_600_000, {
            status: 'PAID',
            paidAt: new Date(start + (made + late) * 3_600_000).toISOString(),
            amount: centavos / 100,
            fee: 0.01,
            netAmount: (centavos - 1) / 100,
          }),
        )
        list.splice(0, list.length, ...made)
        const span = ['--since', '2026-11-01', '--until', '2026-12-31']
        const all = rows((await run(['report', ...span, '--by', unit])).stdout)
        const total = all.pop()!
        const sum = (column: number) =>
          all.reduce((sum, row) => sum + BigInt(row[column]!.replace('.', '')), 0n)
        expect(total.slice(1).map(cell => BigInt(cell.replace('.', '')))).toEqual(
          [1, 2, 3, 4, 5, 6, 7].map(sum),
        )
        const net = some.reduce((sum, { centavos }) => sum + BigInt(centavos - 1), 0n)
        expect(BigInt(total[7]!.replace('.', ''))).toBe(net)
      }),
      { numRuns: 30 },
    )
  })
})

describe('report --by hour', () => {
  const shown = async (args: string[]) => {
    const { run } = await paged(SHOP)
    const { stdout } = await run(['report', '--no-color', '--by', 'hour', ...args], {
      clock,
      terminal,
    })
    return stdout.split('\n').slice(0, -1)
  }

  it('has a row for each hour from the first to the last with something', async () => {
    expect(await rowsOf('--by', 'hora')).toEqual([
      ['2026-11-20T00', '1', '1', '0', '1', '0.10', '0.01', '0.09'],
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(hour => [
        `2026-11-20T0${hour}`,
        ...'0 0 0 0 0.00 0.00 0.00'.split(' '),
      ]),
      ['2026-11-20T10', '0', '1', '0', '0', '10.00', '0.10', '9.90'],
      ['2026-11-20T11', '1', '1', '0', '0', '35.90', '0.36', '35.54'],
      ['total', '2', '3', '0', '1', '46.00', '0.47', '45.53'],
    ])
  })

  it('names the day of an hour, if the report has several', async () => {
    const starts = (lines: string[]) => lines.slice(1, 3).map(line => line.split('  ')[0])
    expect(starts(await shown([]))).toEqual(['00:00', '01:00'])
    expect(starts(await shown(['--since', '2026-11-16']))).toEqual(['17 Nov 09:00', '19 Nov 08:00'])
  })

  it('draws bars at 80 columns beside every column that says something', async () => {
    const lines = await shown([])
    expect(lines[0]).toMatch(/^PERIOD +CREATED +PAID +EXPIRED +FAILED +AMOUNT +FEE +NET$/)
    const bars = lines.map(line => /(?:[█-▏]+|#+)$/.exec(line)?.[0] ?? '')
    expect(bars[12]!.length).toBe(80 - lines[0]!.length - 2)
    // 9,90 and 0,09 of 35,54.
    expect(bars.filter(bar => bar !== '')).toEqual(['█', '███', '███████████'])
    expect(lines.at(-1)).toMatch(/45,53$/)
  })

  it('leaves them room at 80 columns, and names what is left out if it says something', async () => {
    const large = (n: number, hour: number) =>
      charge(n, `2026-11-20T${hour}:00:00Z`, paid(`2026-11-20T${hour}:10:00Z`, 9999.99, 99.99, 9900))
    const failed = { ...large(3, 13), status: 'FAILED', paidAt: null } as const
    const { run } = await paged([large(1, 12), large(2, 13), failed])
    const { stdout, stderr } = await run(['report', '--by', 'hour', '--no-color'], { clock, terminal })
    expect(stdout).toMatch(
      /^PERIOD +CREATED +PAID +EXPIRED +AMOUNT +FEE +NET\n09:00 .*R\$ 9\.900,00 {2,}█{8,}\n10:00 .*█\n/,
    )
    expect(stderr).toContain('no room for FAILED')
  })
})

describe('report, charges list --sum and the wallet', () => {
  it('agree, also after a late payment', async () => {
    const store = await openLocalStore()
    await store.control('/seed', { count: 120 })
    const [late, failed, expired] = await Promise.all([
      store.create('--amount', '35.90'),
      store.create('--amount', '10'),
      store.create('--amount', '20'),
    ])
    await store.createPaid('--amount', '0.03')
    await store.move(late.id, 'expire')
    await store.move(late.id, 'pay')
    await store.move(failed.id, 'fail')
    await store.move(expired.id, 'expire')
    const report = JSON.parse((await store.pixctl(['report', '--since', '100d', '--json'])).stdout)
    const sums = JSON.parse((await store.pixctl(['charges', 'list', '--sum', '--json'])).stdout)
    expect(report.total.netAmount).toBe(await store.balance())
    expect(report.total).toMatchObject({
      created: sums.count,
      paid: sums.byStatus.PAID.count,
      expired: sums.byStatus.EXPIRED.count,
      failed: sums.byStatus.FAILED.count,
      amount: sums.byStatus.PAID.amount,
      fee: sums.byStatus.PAID.fee,
      netAmount: sums.byStatus.PAID.netAmount,
    })
    expect(report.rows.length).toBeGreaterThanOrEqual(100)
  })
})
