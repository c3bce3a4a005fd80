/** `charges list`, whole, on a host and a service that are handed in. */

import { expect, it } from 'vitest'
import { runCommand, testHost } from '../../support/run.ts'
import { type Act, answer, paymentBody, ScriptedService } from '../../support/service.ts'

async function listed(
  args: readonly string[],
  script: readonly Act[],
  terminal?: { columns: number; rows: number },
) {
  await using service = await new ScriptedService(...script).start()
  const env = { PIXCTL_API_KEY: 'service_live_0123456789abcdef', PIXCTL_BASE_URL: service.baseUrl }
  const host = testHost({ env, ...(terminal && { terminal }) })
  return await runCommand(['charges', 'list', ...args], { host })
}

it('prints no CSV header before the first answer', async () => {
  expect(await listed(['--all', '--csv'], [answer(403, { error: 'Forbidden' })])).toMatchObject({
    stdout: '',
    code: 4,
  })
})

it.each([[], ['--all']])('prints CSV for a Brazilian Excel %j', async (...flags) => {
  const charge = paymentBody({ id: '1e5', description: 'a;b', amount: 35.9, passFee: true })
  const only = answer(200, { data: [charge], pagination: { page: 1, limit: 100, total: 1 } })
  const { stdout } = await listed([...flags, '--csv', '--csv-style', 'excel-br'], [only])
  const [header, record, ...rest] = stdout.split('\r\n')
  expect(header).toMatch(/^\ufeff"id";"situação";"valor";.*;"paga em"$/)
  expect(record).toMatch(/^"'1e5";"a receber";"35,90";.*;"a;b";"\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d";/)
  expect(rest).toEqual([''])
})
