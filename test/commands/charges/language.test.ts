/** Lists, totals, reports and the archive in Portuguese, and that scripts read the same as in English. */

import { describe, expect, it } from 'vitest'
import { charge, paged } from '../../charges/paged.ts'
import { FakeClock } from '../../support/clock.ts'
import { openLocalStore } from '../../support/store.ts'

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
async function run(line: string, LC_ALL: string, terminal?: { columns: number; rows: number }) {
  const service = await paged(SHOP)
  return service.run(line.split(' '), {
    clock,
    env: { LC_ALL, NO_COLOR: '1' },
    ...(terminal && { terminal }),
  })
}
const inPortuguese = (line: string) => run(line, 'pt_BR.UTF-8', { columns: 120, rows: 30 })

describe('in Portuguese', () => {
  it('lists a page', async () => {
    const { stdout, stderr } = await inPortuguese('charges list')
    expect(stdout).toMatch(/^ID… +SITUAÇÃO +VALOR +.*CRIADA EM +.*DESCRIÇÃO$/m)
    expect(stdout).toMatch(/paga 11:10 +R\$ 35,90 .*20\/11 11:00 .*Açaí$/m)
    expect(stderr).toBe('página 1 de 1, 3 de 3 cobranças\n')
  })

  it('says where it has searched', async () => {
    const { stderr } = await inPortuguese('charges list --limit 1 --min-amount 1')
    expect(stderr).toContain('mostrando 1; há mais: --all\n')
  })

  it('adds up by status', async () => {
    const { stdout } = await inPortuguese('charges list --sum')
    expect(stdout).toMatch(/^SITUAÇÃO +QTD. +VALOR +TAXA +LÍQUIDO$/m)
    expect(stdout).toMatch(/^paga +1 +R\$ 35,90 +R\$ 0,36 +R\$ 35,54$/m)
    // Unpaid charges count in it.
    expect(stdout).toMatch(/^total \(todas as situações\) +3 /m)
    expect((await inPortuguese('charges list --status PAID --sum')).stdout).toMatch(/^total +1 +R\$ 35,90 /m)
  })

  it.each([
    ['C', 'total (these states)', 'total (all states)'],
    ['pt_BR.UTF-8', 'total (estas situações)', 'total (todas as situações)'],
  ])('names the states that are in the total (%s)', async (lang, these, all) => {
    const lastRow = async (line: string, columns: number) =>
      (await run(line, lang, { columns, rows: 30 })).stdout.trimEnd().split('\n').at(-1)
    const two = 'charges list --status paid --status expired --sum'
    expect(await lastRow(two, 120)).toContain(`${these} `)
    expect(await lastRow(two, 40)).toMatch(/^total +2 +R\$ 2\.035,90 /)
    const every = ['creating', 'pending', 'paid', 'expired', 'failed'].map(status => `--status ${status}`)
    expect(await lastRow(`charges list ${every.join(' ')} --sum`, 120)).toContain(`${all} `)
    expect(await lastRow('charges list --min-amount 30 --sum', 120)).toContain(`${all} `)
  })

  it('reports days, weeks and months as Brazilians write them', async () => {
    const days = await inPortuguese('report --since yesterday')
    expect(days.stderr).toContain('de 19/11/2026 a 20/11/2026, America/Sao_Paulo (-03:00)\n')
    expect(days.stdout).toMatch(/^PERÍODO +CRIADAS +PAGAS +EXPIRADAS +FALHOU +VALOR +TAXA +LÍQUIDO$/m)
    expect(days.stdout).toMatch(/^20\/11 +1 +1 +0 +0 +R\$ 35,90 +R\$ 0,36 +R\$ 35,54 +█+$/m)
    expect((await inPortuguese('report --by week')).stdout).toMatch(/^16\/11 a 20\/11 /m)
    expect((await inPortuguese('report --by month')).stdout).toMatch(/^11\/2026 /m)
  })

  it('says what is wrong with a span, an amount and a search', async () => {
    expect((await inPortuguese('report --since 2026-11-22')).stderr).toContain(
      'não há nada entre --since 2026-11-22 e o fim de hoje',
    )
    expect((await inPortuguese('charges list --min-amount 2 --max-amount 1')).stderr).toContain(
      'erro: --min-amount 2,00 é maior que --max-amount 1,00\n  use o menor valor em --min-amount',
    )
    expect((await inPortuguese('charges list --search=')).stderr).toContain('erro: --search está vazio')
  })

  it('syncs the archive and answers from it', async () => {
    const store = await openLocalStore()
    await store.control('/seed', { count: 3 })
    const here = { env: { LC_ALL: 'pt_BR.UTF-8', NO_COLOR: '1' }, terminal: { columns: 100, rows: 30 } }
    expect((await store.pixctl(['charges', 'list', '--offline'], here)).stderr).toMatch(
      /erro: o perfil ".+" ainda não tem um arquivo local das cobranças de .+\n {2}para ler as cobranças .+: pixctl charges sync/m,
    )
    const { stdout } = await store.pixctl(['charges', 'sync'], here)
    expect(stdout).toMatch(/^No arquivo +3 de 3 cobranças\nNovas +3\nAlteradas +0$/m)
    expect((await store.pixctl(['charges', 'list', '--offline'], here)).stderr).toMatch(
      /página 1 de 1, 3 de 3 cobranças\ndo arquivo local, como estava em \d\d\/\d\d\/\d{4} /m,
    )
    const missing = await store.pixctl(['charges', 'get', 'pay_none', '--offline'], here)
    expect(missing.stderr).toContain('erro: o arquivo local não tem a cobrança pay_none')
    expect(missing.code).toBe(5)
  })
})

describe.each([
  ['C', 'paid', 'DESCRIPTION', /^STATUS +AMOUNT +NET$/],
  ['pt_BR.UTF-8', 'paga', 'DESCRIÇÃO', /^SITUAÇÃO +QTD. +VALOR +LÍQUIDO$/],
])('with 40 columns, LC_ALL=%s', (lang, paid, description, sums) => {
  const narrow = async (line: string) => {
    const { stdout } = await run(line, lang, { columns: 40, rows: 30 })
    for (const each of stdout.split('\n')) expect(each.length).toBeLessThanOrEqual(40)
    return stdout.split('\n')
  }

  it('a list keeps the amounts and descriptions', async () => {
    const [head, ...rows] = await narrow('charges list')
    expect(head).toMatch(new RegExp(`^(STATUS|SITUAÇÃO) .* ${description}$`))
    expect(rows[0]).toMatch(new RegExp(`^${paid} 11:10 +R\\$ 35,90 +Açaí$`))
  })

  it('the totals keep the amounts, a line for each status', async () => {
    const [head, ...rows] = await narrow('charges list --sum')
    expect(head).toMatch(sums)
    expect(rows).toContainEqual(expect.stringMatching(new RegExp(`^${paid} .*R\\$ 35,90 +R\\$ 35,54$`)))
    expect(rows).toContainEqual(expect.stringMatching(/^(all|todas) .*R\$ /))
  })
})

it.each([
  'charges list',
  'charges list --json',
  'charges list --csv --csv-style excel-br',
  'charges list --sum',
  'charges list --sum --csv',
  'charges list --all --min-amount 1 --json',
  'charges list --min-amount 2 --max-amount 1 --json',
  'report --by week',
  'report --since yesterday --csv --csv-style excel-br',
  'report --since yesterday --json',
  'report --since 2026-11-22 --json',
  'reconcile',
  'reconcile --json',
])('prints for scripts what it prints in English: pixctl %s', async line => {
  const [here, there] = [await run(line, 'pt_BR.UTF-8'), await run(line, 'C')]
  expect(here.stdout).toBe(there.stdout)
  expect(here.code).toBe(there.code)
  if (line.includes('--json')) expect(here.stderr).toBe(there.stderr)
})
