/** The charge commands in Portuguese: what a person reads, and that scripts read the same as in English. */

import { describe, expect, it } from 'vitest'
import { againstLocal, leaveUnresolved } from '../../support/scripted.ts'
import { type Act, answer, cut, ONE_ATTEMPT, paymentBody } from '../../support/service.ts'

const PORTUGUESE = { LC_ALL: 'pt_BR.UTF-8', NO_COLOR: '1' }
const terminal = { columns: 100, rows: 30 }
const charge = (over = {}) => answer(200, { data: paymentBody(over) })

describe('in Portuguese', () => {
  it('names each difference of a charge that is not as expected', async () => {
    await using store = await againstLocal(charge({ status: 'PENDING' }))
    const { stderr, code } = await store.machine.pixctl(['charge', 'confirm', 'pay_1', '--amount', '99'], {
      env: PORTUGUESE,
    })
    expect(stderr).toContain('erro: a cobrança pay_1 não está como esperado\n')
    expect(stderr).toContain('  deveria estar paga, mas ainda está a receber\n')
    expect(stderr).toContain('  valor pedido: esperado R$ 99,00, mas é R$ 10,50\n')
    expect(stderr).toContain('  não entregue a mercadoria\n')
    expect(code).toBe(11)
  })

  it.each([
    ['1000', ['--pass-fee'], true],
    ['899', ['--pass-fee'], false],
    ['1000', [], false],
  ])('after a 400 for %s %j, the fee may be the cause: %s', async (amount, flags, isFee) => {
    await using store = await againstLocal(answer(400, { error: 'the total is too much' }))
    const { stderr, code } = await store.machine.pixctl(['charge', 'create', '--amount', amount, ...flags], {
      env: PORTUGUESE,
    })
    const advice =
      '  com a taxa, o cliente pagaria mais de R$ 1.000,00: diminua o valor ou não use --pass-fee\n'
    expect(stderr.includes(advice)).toBe(isFee)
    expect(stderr.includes('corrija a requisição')).toBe(!isFee)
    expect(code).toBe(2)
  })

  it('says what a fee should be that is no amount', async () => {
    await using store = await againstLocal(charge({ status: 'PAID', passFee: true, fee: -0.005 }))
    const { stderr } = await store.machine.pixctl(
      ['charge', 'confirm', 'pay_1', '--amount', '10.50', '--pass-fee'],
      { env: PORTUGUESE },
    )
    expect(stderr).toContain('  taxa: esperado centavos inteiros, pelo menos 0,00, mas é -0.005\n')
  })

  it('says that the outcome of a creation is unknown, and lists it', async () => {
    await using store = await againstLocal(cut)
    const created = await store.machine.pixctl(['charge', 'create', '--amount', '10', ...ONE_ATTEMPT], {
      env: PORTUGUESE,
    })
    expect(created.stderr).toMatch(/^erro: não se sabe se a cobrança foi criada: /m)
    expect(created.stderr).toMatch(
      /^ {2}não crie outra cobrança; conclua esta: pixctl charge recover [\w-]{36}$/m,
    )
    const listed = await store.machine.pixctl(['charge', 'recover', '--list'], { env: PORTUGUESE, terminal })
    expect(listed.stdout).toMatch(/^CHAVE +CRIADA EM +VALOR +DESCRIÇÃO +URL BASE$/m)
    expect(listed.stdout).toMatch(/^[\w-]{36} +\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d +R\$ 10,00/m)
    expect(listed.stderr).toBe('para concluir: pixctl charge recover\n')
  })

  it('says what to do where the service offers nothing', async () => {
    await using store = await againstLocal()
    const { stderr } = await store.machine.pixctl(['charge', 'refund', 'pay_1'], { env: PORTUGUESE })
    expect(stderr).toContain('faça a devolução do Pix, se foi o banco que o recebeu')
    expect(stderr).toContain('para ver o que foi pago: pixctl charges get pay_1')
  })

  it('names what differs from the first request with a key', async () => {
    const conflict = answer(409, { error: 'already used' })
    await using store = await againstLocal(charge(), conflict)
    const key = ['--idempotency-key', '4b0a5f0e-6f0f-4d0c-9d3b-0a4f1c2d3e4f', ...ONE_ATTEMPT]
    const create = (...args: string[]) =>
      store.machine.pixctl(['charge', 'create', ...args, ...key], { env: PORTUGUESE })
    await create('--amount', '35.90', '--description', 'Mesa 4')
    const { stderr } = await create('--amount', '140', '--description', 'Mesa 5', '--pass-fee')
    expect(stderr).toContain('  valor: antes R$ 35,90, agora R$ 140,00\n')
    expect(stderr).toContain('  descrição: antes "Mesa 4", agora "Mesa 5"\n')
    expect(stderr).toContain('  taxa paga pelo cliente: antes não, agora sim\n')
  })

  it('says that the charge is already there', async () => {
    await using store = await againstLocal(charge())
    const { stderr } = await store.machine.pixctl(['charge', 'create', '--amount', '10.50'], {
      env: PORTUGUESE,
    })
    expect(stderr).toMatch(/aviso: a cobrança já existia: o serviço já conhece a chave /)
  })
})

it.each<[string, Act[]]>([
  ['charge confirm pay_1 --amount 99 --json', [charge()]],
  ['charge confirm pay_1 --amount 99', [charge()]],
  ['charge cancel pay_1 --json', []],
  ['charge recover --json', [cut, answer(500, {})]],
  ['charge recover --list', [cut]],
])('prints for scripts what it prints in English: %s', async (line, script) => {
  const runs = []
  for (const LC_ALL of ['pt_BR.UTF-8', 'C']) {
    await using store = await againstLocal(...script)
    if (line.includes('recover')) await leaveUnresolved(store.machine)
    const { stdout, stderr, code } = await store.machine.pixctl([...line.split(' '), ...ONE_ATTEMPT], {
      env: { LC_ALL },
    })
    const fixed = (text: string) =>
      text.replaceAll(/[\da-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z|127\.0\.0\.1:\d+/g, '<>')
    runs.push({ stdout: fixed(stdout), error: line.includes('--json') ? fixed(stderr) : '', code })
  }
  expect(runs[0]).toEqual(runs[1])
})
