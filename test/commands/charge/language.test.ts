/** The charge commands in Portuguese, where they write amounts. */

import { describe, expect, it } from 'vitest'
import { againstLocal } from '../../support/scripted.ts'
import { answer, ONE_ATTEMPT, paymentBody } from '../../support/service.ts'

const PORTUGUESE = { LC_ALL: 'pt_BR.UTF-8', NO_COLOR: '1' }
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
})
