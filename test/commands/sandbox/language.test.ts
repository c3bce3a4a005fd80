/** The service stays English, whatever the language of the person who started the sandbox. */

import { expect, it } from 'vitest'
import { callers } from '../../sandbox/harness.ts'
import { startSandboxOn } from '../../support/sandbox.ts'
import { newMachine } from './stores.ts'

it('the answers of a sandbox in Portuguese are in English, and what its commands say is not', async () => {
  const machine = newMachine()
  const env = { LC_ALL: 'pt_BR.UTF-8' }
  const { api, create } = callers(await startSandboxOn(machine.host({ env }), '--data', ':memory:'))
  const key = crypto.randomUUID()
  await create({ amount: 10 }, key)
  const conflict = await create({ amount: 11 }, key)
  expect(conflict.body.error).toContain('was already used with different data: amount')
  expect((await api(`/payments/pay_${'0'.repeat(22)}`)).body.error).toBe('this store has no such payment')
  const refused = await machine.pixctl(['sandbox', 'pay', 'pay_none'], { env })
  expect(refused).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('esta loja não tem essa cobrança'),
  })
})
