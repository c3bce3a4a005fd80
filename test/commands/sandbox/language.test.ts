/** The sandbox commands in Portuguese: amounts, counts and shares as they are written there; the service stays English. */

import { expect, it, onTestFinished } from 'vitest'
import { callers } from '../../sandbox/harness.ts'
import { LocalMachine } from '../../support/local.ts'
import { startSandboxOn } from '../../support/sandbox.ts'

const BRAZIL = { LC_ALL: 'pt_BR.UTF-8', NO_COLOR: '1' }

/** A sandbox in Portuguese, and what its operator sees on a terminal. */
async function start() {
  const machine = new LocalMachine()
  onTestFinished(() => machine[Symbol.dispose]())
  const sandbox = await startSandboxOn(machine.host({ env: BRAZIL }), '--data', ':memory:')
  const terminal = { columns: 120, rows: 40 }
  const seen = async (...args: string[]) => {
    const { stdout, stderr } = await machine.pixctl(['sandbox', ...args], { env: BRAZIL, terminal })
    return stdout + stderr
  }
  return { sandbox, seen }
}

it('money, shares, counts and states are those of Portuguese', async () => {
  const { seen } = await start()
  expect(await seen('deposit', '1234.5')).toMatch(/Valor +R\$ 1\.234,50\nSaldo agora +R\$ 1\.234,50/)
  expect(await seen('fault', 'add', '--on', 'get', '--status', '503', '--rate', '0.25')).toMatch(
    /Falha +flt_\w+\nOnde +get\nFaz +status 503\nFrequência +25% das vezes/,
  )
  expect(await seen('fault', 'clear')).toContain('1 falha foi encerrada')
  expect(await seen('seed', '9')).toMatch(/^a receber +\d+$/m)
})

it('why an endpoint gave no answer is said too', async () => {
  const { sandbox, seen } = await start()
  // Nothing listens on the port of discard.
  const added = await callers(sandbox).control('/webhooks', { url: 'http://127.0.0.1:9/' })
  const tested = await seen('webhook', 'test', added.body.data.id)
  expect(tested).toMatch(/Resposta +conexão recusada/)
  expect(tested).toContain('erro: sem resposta de http://127.0.0.1:9/: conexão recusada')
})

it('the answers of the service stay in English', async () => {
  const { api, create } = callers((await start()).sandbox)
  const key = crypto.randomUUID()
  await create({ amount: 10 }, key)
  const conflict = await create({ amount: 11 }, key)
  expect(conflict.body.error).toContain('was already used with different data: amount')
  const unknown = await api(`/payments/pay_${'0'.repeat(22)}`)
  expect(unknown.body.error).toBe('this store has no such payment')
})
