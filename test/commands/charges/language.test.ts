/** Lists, totals and reports in Portuguese: plurals, money and dates, and what has room. */

import { describe, expect, it } from 'vitest'
import { charge, paged } from '../../charges/paged.ts'
import { FakeClock } from '../../support/clock.ts'

/** 12:00 in São Paulo. */
const clock = new FakeClock('2026-11-20T15:00:00.000Z')
const SHOP = [
  charge(3, '2026-11-20T14:00:00Z', {
    id: 'pay_3438ee0e1e2a43a2ff956c',
    status: 'PAID',
    paidAt: '2026-11-20T14:10:00Z',
    description: 'Açaí',
    amount: 35.9,
    fee: 0.36,
    netAmount: 35.54,
  }),
  charge(2, '2026-11-19T12:00:00Z', { status: 'EXPIRED', amount: 2000, fee: 20, netAmount: 1980 }),
  charge(1, '2026-10-02T12:00:00Z', { status: 'CREATING' }),
]
async function run(line: string, columns = 120, LC_ALL = 'pt_BR.UTF-8') {
  const service = await paged(SHOP)
  const env = { LC_ALL, NO_COLOR: '1' }
  return service.run(line.split(' '), { clock, env, terminal: { columns, rows: 30 } })
}

describe('in Portuguese', () => {
  it('lists a page', async () => {
    const { stdout, stderr } = await run('charges list')
    expect(stdout).toMatch(/^ID… +SITUAÇÃO +VALOR +.*CRIADA EM +.*DESCRIÇÃO$/m)
    expect(stdout).toMatch(/paga 11:10 +R\$ 35,90 .*20\/11 11:00 .*Açaí$/m)
    expect(stderr).toBe('página 1 de 1, 3 de 3 cobranças\n')
  })

  it('adds up by status', async () => {
    const { stdout } = await run('charges list --sum')
    expect(stdout).toMatch(/^SITUAÇÃO +QTD. +VALOR +TAXA +LÍQUIDO$/m)
    expect(stdout).toMatch(/^paga +1 +R\$ 35,90 +R\$ 0,36 +R\$ 35,54$/m)
    // Unpaid charges count in it.
    expect(stdout).toMatch(/^total \(todas as situações\) +3 /m)
    expect((await run('charges list --status PAID --sum')).stdout).toMatch(/^total +1 +R\$ 35,90 /m)
  })

  it.each([
    ['C', 'total (these states)', 'total (all states)'],
    ['pt_BR.UTF-8', 'total (estas situações)', 'total (todas as situações)'],
  ])('names the states that are in the total (%s)', async (lang, these, all) => {
    const lastRow = async (flags: string, columns = 120) =>
      (await run(`charges list ${flags} --sum`, columns, lang)).stdout.trimEnd().split('\n').at(-1)
    const two = '--status paid --status expired'
    expect(await lastRow(two)).toContain(`${these} `)
    expect(await lastRow(two, 40)).toMatch(/^total +2 +R\$ 2\.035,90 /)
    expect(await lastRow('--status creating,pending,paid,expired,failed')).toContain(`${all} `)
    expect(await lastRow('--min-amount 30')).toContain(`${all} `)
  })

  it('keeps amounts, descriptions and a line for each status in 40 columns', async () => {
    const [list = '', sums = ''] = [
      (await run('charges list', 40)).stdout,
      (await run('charges list --sum', 40)).stdout,
    ]
    for (const line of `${list}${sums}`.split('\n')) expect(line.length).toBeLessThanOrEqual(40)
    expect(list).toMatch(/^SITUAÇÃO .* DESCRIÇÃO\npaga 11:10 +R\$ 35,90 +Açaí$/m)
    expect(sums).toMatch(/^SITUAÇÃO +QTD. +VALOR +LÍQUIDO$/m)
    expect(sums).toMatch(/^paga .*R\$ 35,90 +R\$ 35,54$/m)
    expect(sums).toMatch(/^todas .*R\$ /m)
  })

  it('reports days, weeks and months as Brazilians write them', async () => {
    const days = await run('report --since yesterday')
    expect(days.stderr).toContain('de 19/11/2026 a 20/11/2026, America/Sao_Paulo (-03:00)\n')
    expect(days.stdout).toMatch(/^PERÍODO +CRIADAS +PAGAS +EXPIRADAS +FALHOU +VALOR +TAXA +LÍQUIDO$/m)
    expect(days.stdout).toMatch(/^20\/11 +1 +1 +0 +0 +R\$ 35,90 +R\$ 0,36 +R\$ 35,54 +█+$/m)
    expect((await run('report --by week')).stdout).toMatch(/^16\/11 a 20\/11 /m)
    expect((await run('report --by month')).stdout).toMatch(/^11\/2026 /m)
  })
})
