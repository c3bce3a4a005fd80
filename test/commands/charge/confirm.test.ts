/** `charge confirm` of what the service answers: not as expected, or outside its contract. */

import { expect, it } from 'vitest'
import { runCommand, testHost } from '../../support/run.ts'
import { answer, paymentBody, ScriptedService } from '../../support/service.ts'

async function confirm(over: Record<string, unknown>, ...flags: string[]) {
  const charge = paymentBody({ status: 'PAID', paidAt: '2099-01-01T00:10:00.000Z', ...over })
  await using service = await new ScriptedService(answer(200, { data: charge })).start()
  const env = { PIXCTL_API_KEY: 'service_live_x', PIXCTL_BASE_URL: service.baseUrl }
  const terminal = flags.includes('--json') ? {} : { terminal: { columns: 100, rows: 40 } }
  const host = testHost({ env, ...terminal })
  return await runCommand(['charge', 'confirm', 'pay_1', '--amount', '10.50', '--no-color', ...flags], {
    host,
  })
}

it('is not as expected in another currency, and names it', async () => {
  const { stdout, stderr, code } = await confirm({ currency: 'USD' })
  expect(code).toBe(11)
  expect(stderr).toContain('currency: expected BRL, is USD\n')
  expect(stderr).not.toContain('requestedAmount')
  // Nobody takes dollars for reais.
  expect(stdout).toContain('USD 10.50')
  expect(stdout).not.toContain('R$')
})

it('prints the charge as it came under --json', async () => {
  const { stdout, stderr, code } = await confirm({ currency: 'USD' }, '--json')
  expect(code).toBe(11)
  expect(JSON.parse(stdout)).toMatchObject({ id: 'pay_1', currency: 'USD' })
  expect(JSON.parse(stderr)).toMatchObject({ exitCode: 11 })
})

it.each([[null], [7], ['reais\nPAID'], ['']])(
  'is outside the contract with the currency %j',
  async currency => {
    expect(await confirm({ currency }, '--json')).toMatchObject({ stdout: '', code: 8 })
  },
)

it('says the id of another charge that came', async () => {
  const { stderr, code } = await confirm({ id: 'pay_2' }, '--json')
  expect(code).toBe(8)
  expect(JSON.parse(stderr)).toMatchObject({ exitCode: 8, id: 'pay_2' })
})
