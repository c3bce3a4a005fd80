/** `reconcile` in Portuguese: what a person reads, and that scripts read the same as in English. */

import { expect, it } from 'vitest'
import { fill, page, paid } from '../../support/reconciling.ts'
import { againstLocal, leaveUnresolved } from '../../support/scripted.ts'
import { cut } from '../../support/service.ts'

const PAID = paid({ paidAt: '2026-02-01T12:00:00.000Z' })

async function reconciled(LC_ALL: string, flags: string[], columns?: number) {
  await using store = await againstLocal(cut, page([PAID]))
  const key = await leaveUnresolved(store.machine)
  await fill(store.machine)
  const run = await store.machine.pixctl(['reconcile', ...flags], {
    env: { LC_ALL, NO_COLOR: '1' },
    ...(columns === undefined ? {} : { terminal: { columns, rows: 30 } }),
  })
  return { ...run, stdout: run.stdout.replaceAll(key, 'KEY').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<>') }
}

it('describes the differences in Portuguese', async () => {
  const { stdout, stderr, code } = await reconciled('pt_BR.UTF-8', [], 200)
  expect(stdout).toMatch(/^DIA +PAGAS +VALOR LÍQUIDO\n01\/02\/2026 +1 +R\$ 10,39$/m)
  expect(stdout).toMatch(
    /^paga, mas o aviso não chegou {2}pay_1\n {2}paga em 01\/02\/2026 09:00:00, R\$ 10,50, líquido R\$ 10,39; nenhum evento de aprovação chegou$/m,
  )
  expect(stdout).toMatch(
    /^ {2}a criação KEY de \d\d\/\d\d\/\d{4} \S+ está pendente: pode ter criado uma cobrança\n {2}> pixctl charge recover KEY$/m,
  )
  expect(stderr).toContain('os eventos começam em ')
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('o dinheiro da cobrança está na carteira')
  expect(stderr).toContain('erro: 2 diferenças\n  para ver o que cada uma significa: pixctl reconcile --help')
  expect(code).toBe(11)
})

it.each([[[]], [['--json']]])('prints for scripts what it prints in English: %j', async flags => {
  const [here, there] = [await reconciled('pt_BR.UTF-8', flags), await reconciled('C', flags)]
  expect(here.stdout).toBe(there.stdout)
  expect(here.stdout).toContain('it may have created a charge')
  expect(here.stdout).toContain('pixctl charge recover KEY')
  expect(here.stdout).toContain('2026-02-01')
  expect(here.stdout).toContain('missed_event')
  expect(here.code).toBe(11)
})
