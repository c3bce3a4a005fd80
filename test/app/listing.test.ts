/** `charges list --all`, by a service that answers as it is told. */

import { expect, it } from 'vitest'
import { runCommand, testHost } from '../support/run.ts'
import { type Act, answer, paymentBody, ScriptedService } from '../support/service.ts'

async function listed(
  args: readonly string[],
  script: readonly Act[],
  terminal?: { columns: number; rows: number },
) {
  await using service = await new ScriptedService(...script).start()
  const env = { PIXCTL_API_KEY: 'service_live_0123456789abcdef', PIXCTL_BASE_URL: service.baseUrl }
  const host = testHost({ env, ...(terminal && { terminal }) })
  return await runCommand(['charges', 'list', '--all', ...args], { host })
}

/** A page of the list. */
const page = (number: number, ...statuses: string[]) =>
  answer(200, {
    data: statuses.map((status, n) => paymentBody({ id: `pay_${number}_${n}`, status })),
    pagination: { page: number, limit: 2, total: 3 },
  })

it('ends with how many charges there are', async () => {
  const pages = [page(1, 'PENDING', 'FAILED'), page(2, 'PAID')]
  const { stderr, code } = await listed(['--limit', '2', '--no-color'], pages, { columns: 100, rows: 24 })
  expect({ last: stderr.split('\u001b[2K').at(-1), code }).toEqual({ last: '3 charges\n', code: 0 })
})

it('ends with how many of them are shown where others are left out', async () => {
  const pages = [page(1, 'PENDING', 'FAILED'), page(2, 'FAILED')]
  const args = ['--limit', '2', '--status', 'FAILED', '--no-color']
  const { stdout, stderr, code } = await listed(args, pages, { columns: 100, rows: 24 })
  expect(stdout.match(/pay_\d_\d/g)).toEqual(['pay_1_1', 'pay_2_0'])
  expect({ last: stderr.split('\u001b[2K').at(-1), code }).toEqual({ last: '2 of 3 charges\n', code: 0 })
})

it('prints no CSV header before the first answer', async () => {
  expect(await listed(['--csv'], [answer(403, { error: 'Forbidden' })])).toMatchObject({
    stdout: '',
    code: 4,
  })
})

it('prints the CSV header alone where there is no charge', async () => {
  const none = answer(200, { data: [], pagination: { page: 1, limit: 100, total: 0 } })
  expect(await listed(['--csv'], [none])).toEqual({
    stdout: expect.stringMatching(/^id,status,amount,[\w,]+,pixCode\r\n$/),
    stderr: '',
    code: 0,
  })
})
