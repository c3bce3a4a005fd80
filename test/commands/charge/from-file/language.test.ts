/** `charge create --from` in Portuguese: what a person reads, and that scripts read the same as in English. */

import { describe, expect, it } from 'vitest'
import { Charging } from '../../../support/charging.ts'
import { passing } from '../../../support/clock.ts'
import { answer, cut, ONE_ATTEMPT } from '../../../support/service.ts'

const THREE = 'reference,amount\nA-1,10.50\nA-2,20\nA-3,30\n'
const WRONG = 'reference;amount;nota\nA-1;1.000;x\n;20;x\nA-3;30\n'

async function create(
  input: string,
  flags: string[],
  { lang = 'pt_BR.UTF-8', columns }: { lang?: string; columns?: number } = {},
) {
  const charging = new Charging((_n, { body }) =>
    body.includes('"amount":20') ? answer(400, { error: 'not this one', code: 'invalid' }) : undefined,
  )
  const machine = await charging.machine()
  return machine.pixctl(['charge', 'create', '--from', '-', ...flags], {
    input,
    clock: passing(),
    env: { LC_ALL: lang, NO_COLOR: '1' },
    ...(columns === undefined ? {} : { terminal: { columns, rows: 30 } }),
  })
}

describe('a conflict', () => {
  const says = {
    C: [
      /^warning: line 3, reference "A-2": conflict: this reference was already used with other data \(409\); .*; amount: first 20, now 21; the earlier charge pay_1 can still be paid until .*; for another charge give this line alone a new reference$/m,
      /^warning: line 2, reference "A-1": conflict: an unresolved creation has this reference, with other data$/m,
    ],
    'pt_BR.UTF-8': [
      /^aviso: linha 3, referência "A-2": conflito: esta referência já foi usada com outros dados \(409\); .*; valor: antes R\$ 20,00, agora R\$ 21,00; a cobrança anterior pay_1 ainda pode ser paga até .*; para outra cobrança, dê uma referência nova só a esta linha$/m,
      /^aviso: linha 2, referência "A-1": conflito: uma criação não concluída usa esta referência com outros dados$/m,
    ],
  }

  it.each(Object.entries(says))(
    'is about the reference, never about the key it gives (%s)',
    async (LC_ALL, lines) => {
      const charging = new Charging((_n, { body }) => (body.includes('"amount":10') ? cut : undefined))
      const machine = await charging.machine()
      const run = (input: string, ...flags: string[]) =>
        machine.pixctl(['charge', 'create', '--from', '-', '--timeout', '3', ...flags], {
          input,
          clock: passing(),
          env: { LC_ALL },
        })
      await run(THREE)
      const changed = THREE.replace('10.50', '11').replace('20', '21')
      const { stderr, code } = await run(changed)
      expect(code).toBe(6)
      for (const line of lines) expect(stderr).toMatch(line)
      expect(stderr).not.toMatch(/idempot/i)
      const { stdout } = await run(changed, '--json')
      expect(stdout).toContain('"error":"this reference was already used with other data (409); ')
    },
  )
})

describe('in Portuguese', () => {
  it('shows a row for each charge, and the summary', async () => {
    const { stdout, stderr, code } = await create(THREE, [], { columns: 120 })
    expect(stdout).toMatch(/^REFERÊNCIA +RESULTADO +VALOR +EXPIRA EM +ID$/m)
    expect(stdout).toMatch(/^A-1 +criada +R\$ 10,50 {2}\d\d\/\d\d\/\d{4} /m)
    expect(stdout).toMatch(/^A-2 +recusada +-$/m)
    expect(stderr).toMatch(/aviso: linha 3, referência "A-2": recusada: /)
    expect(stderr).toContain('erro: 1 de 3 linhas terminou sem a cobrança pedida\n  2 criadas, 1 recusada\n')
    expect(stderr).toContain('corrija as linhas recusadas')
    expect(code).toBe(2)
  })

  it('says that a row was not sent if nothing listens, and not that it is unknown', async () => {
    const machine = await new Charging().machine()
    const env = { LC_ALL: 'pt_BR.UTF-8', NO_COLOR: '1', PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' }
    const { stdout, stderr, code } = await machine.pixctl(
      ['charge', 'create', '--from', '-', '--parallel', '1', ...ONE_ATTEMPT],
      { input: THREE, env, terminal: { columns: 120, rows: 30 } },
    )
    expect(code).toBe(9)
    expect(stdout).toMatch(/^A-1 +não enviada +-$/m)
    expect(stderr).toMatch(/aviso: linha 2, referência "A-1": não enviada: a cobrança não foi criada: /m)
    expect(stderr).toContain('\n  1 não criada\n')
    expect(stderr).not.toContain('desconhecido')
  })

  it('fits a narrow terminal: the id has a line of its own', async () => {
    const { stdout } = await create(THREE, [], { columns: 40 })
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(40)
    expect(stdout).toMatch(/^pay_\w+\n {2}A-1 +criada +R\$ 10,50\n-\n {2}A-2/m)
  })

  it('lists every error of a file with its line', async () => {
    const { stderr, code } = await create(WRONG, [])
    expect(stderr).toContain('erro: 4 erros em stdin (entrada padrão); nada foi enviado\n')
    expect(stderr).toContain('  linha 1: coluna desconhecida: "nota"; as colunas são ')
    expect(stderr).toContain('  linha 2: amount não é um valor em reais: 1.000; podem ser dois valores: ')
    expect(stderr).toContain('  linha 3: falta a referência; uma referência tem ')
    expect(stderr).toContain('  linha 4: esta linha tem 2 células; o cabeçalho, 3; ponha entre aspas ')
    expect(stderr).toContain('  corrija o arquivo e execute o comando de novo\n')
    expect(code).toBe(2)
  })
})

it.each([
  [THREE, []],
  [THREE, ['--json']],
  [THREE, ['--csv']],
  [THREE, ['--dry-run']],
  [WRONG, ['--json']],
])('prints for scripts what it prints in English: %j %j', async (input, flags) => {
  const [here, there] = [await create(input, flags), await create(input, flags, { lang: 'C' })]
  const fixed = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<>')
  expect(fixed(here.stdout)).toBe(fixed(there.stdout))
  expect(here.code).toBe(there.code)
  if (flags.includes('--json')) expect(here.stderr).toBe(there.stderr)
})
