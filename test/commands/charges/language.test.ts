/** Lists, totals and reports in Portuguese: plurals, money and dates, and what has room. */

import { expect, it } from 'vitest'
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
async function run(line: string, columns = 120) {
  const service = await paged(SHOP)
  const env = { LC_ALL: 'pt_BR.UTF-8', NO_COLOR: '1' }
  return service.run(line.split(' '), { clock, env, terminal: { columns, rows: 30 } })
}

it('lists, adds up and reports as Brazilians write, and keeps amounts in 40 columns', async () => {
  const [list, sums] = [await run('charges list', 40), await run('charges list --sum', 40)]
  for (const line of `${list.stdout}${sums.stdout}`.split('\n')) expect(line.length).toBeLessThanOrEqual(40)
  expect(list.stdout).toMatch(/^SITUAÇÃO .* DESCRIÇÃO\npaga 11:10 +R\$ 35,90 +Açaí$/m)
  expect(list.stderr).toContain('página 1 de 1, 3 de 3 cobranças\n')
  expect(sums.stdout).toMatch(/^SITUAÇÃO +QTD. +VALOR +LÍQUIDO$/m)
  expect(sums.stdout).toMatch(/^paga .*R\$ 35,90 +R\$ 35,54$/m)
  // Unpaid charges count in it.
  expect(sums.stdout).toMatch(/^todas .*R\$ /m)
  expect((await run('charges list --status PAID --sum')).stdout).toMatch(/^total +1 +R\$ 35,90 /m)
  const days = await run('report --since yesterday')
  expect(days.stderr).toContain('de 19/11/2026 a 20/11/2026, America/Sao_Paulo (-03:00)\n')
  expect(days.stdout).toMatch(/^20\/11 +1 +1 +0 +0 +R\$ 35,90 +R\$ 0,36 +R\$ 35,54 +█+$/m)
  expect((await run('report --by week')).stdout).toMatch(/^16\/11 a 20\/11 /m)
  expect((await run('report --by month')).stdout).toMatch(/^11\/2026 /m)
})
