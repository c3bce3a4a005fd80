/** `charges list`, whole, on a host and a service that are handed in. */

import { expect, it } from 'vitest'
import { passing } from '../../support/clock.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { answer, paymentBody, ScriptedService } from '../../support/service.ts'

const page = (number: number) =>
  answer(200, {
    data: [paymentBody({ id: `pay_${number}` })],
    pagination: { page: number, limit: 1, total: 3 },
  })
const busy = (seconds: number) => answer(429, { error: 'slow down' }, { 'retry-after': String(seconds) })

it('charges list --all waits as long as the service says, and goes on from the page where it was', async () => {
  await using service = await new ScriptedService(page(1), busy(61), busy(59), page(2), page(3)).start()
  const clock = passing()
  const env = { PIXCTL_API_KEY: 'service_live_x', PIXCTL_BASE_URL: service.baseUrl }
  const args = ['charges', 'list', '--all', '--limit', '1', '-q', '--timeout', '5']
  const run = await runCommand(args, { host: testHost({ clock, env }) })
  expect(run).toEqual({ stdout: 'pay_1\npay_2\npay_3\n', stderr: '', code: 0 })
  expect(clock.slept).toEqual([61_000, 59_000])
})
