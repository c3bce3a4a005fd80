/** `-q`: only the id, in every state of the charge. */

import { expect, it } from 'vitest'
import { runCommand, testHost } from '../../support/run.ts'
import { answer, paymentBody, ScriptedService } from '../../support/service.ts'

it.each([
  ['confirm', 'PAID', ['--amount', '10.50'], 0],
  ['wait', 'FAILED', [], 11],
])('charge %s -q of a charge that is %s', async (command, status, flags, code) => {
  await using service = await new ScriptedService(answer(200, { data: paymentBody({ status }) })).start()
  const env = { PIXCTL_API_KEY: 'service_live_a_key_of_a_test', PIXCTL_BASE_URL: service.baseUrl }
  const run = await runCommand(['charge', command, 'pay_1', ...flags, '-q'], { host: testHost({ env }) })
  expect({ stdout: run.stdout, code: run.code }).toEqual({ stdout: 'pay_1\n', code })
})
