/** `reconcile` in Portuguese: what a person reads, with money and dates. */

import { expect, it } from 'vitest'
import { fill, page, paid } from '../../support/reconciling.ts'
import { againstLocal, leaveUnresolved } from '../../support/scripted.ts'
import { cut } from '../../support/service.ts'

const PAID = paid({ paidAt: '2026-02-01T12:00:00.000Z' })

it('describes the differences in Portuguese', async () => {
  await using store = await againstLocal(cut, page([PAID]))
  const key = await leaveUnresolved(store.machine)
  await fill(store.machine)
  const { stdout, stderr, code } = await store.machine.pixctl(['reconcile'], {
    env: { LC_ALL: 'pt_BR.UTF-8', NO_COLOR: '1' },
    terminal: { columns: 200, rows: 30 },
  })
  expect(stdout).toMatch(/^DIA +PAGAS +VALOR LÍQUIDO\n01\/02\/2026 +1 +R\$ 10,39$/m)
  expect(stdout).toMatch(
    /^paga, mas o aviso não chegou {2}pay_1\n {2}paga em 01\/02\/2026 09:00:00, R\$ 10,50, líquido R\$ 10,39; nenhum evento de aprovação chegou$/m,
  )
  expect(stdout).toMatch(
    /^ {2}a criação [-\da-f]{36} de \d\d\/\d\d\/\d{4} \S+ está pendente: pode ter criado uma cobrança$/m,
  )
  expect(stdout).toContain(`\n  > pixctl charge recover ${key}\n`)
  expect(stderr).toContain('os eventos começam em ')
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('o dinheiro da cobrança está na carteira')
  expect(stderr).toContain('erro: 2 diferenças\n  para ver o que cada uma significa: pixctl reconcile --help')
  expect(code).toBe(11)
})
