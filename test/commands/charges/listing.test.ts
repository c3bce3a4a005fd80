/** `charges list`, whole, on a host and a service that are handed in. */

import { expect, it } from 'vitest'
import { passing } from '../../support/clock.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { type Act, answer, paymentBody, ScriptedService } from '../../support/service.ts'

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
  const args = ['charges', 'list', '--all', '-q', '--timeout', '5']
  const run = await runCommand(args, { host: testHost({ clock, env }) })
  expect(run).toEqual({ stdout: 'pay_1\npay_2\npay_3\n', stderr: '', code: 0 })
  expect(clock.slept).toEqual([61_000, 59_000])
})

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

/** A page of the list, with charges in these states. */
const pageOf = (number: number, ...statuses: string[]) =>
  answer(200, {
    data: statuses.map((status, n) => paymentBody({ id: `pay_${number}_${n}`, status })),
    pagination: { page: number, limit: 2, total: 3 },
  })

it('ends with how many charges there are', async () => {
  const pages = [pageOf(1, 'PENDING', 'FAILED'), pageOf(2, 'PAID')]
  const { stderr, code } = await listed(['--all', '--no-color'], pages, {
    columns: 120,
    rows: 24,
  })
  expect({ last: stderr.split('\u001b[2K').at(-1), code }).toEqual({ last: '3 charges\n', code: 0 })
})

it('ends with the number of shown charges if others are left out', async () => {
  const pages = [pageOf(1, 'PENDING', 'FAILED'), pageOf(2, 'FAILED')]
  const args = ['--all', '--status', 'FAILED', '--no-color']
  const { stdout, stderr, code } = await listed(args, pages, { columns: 120, rows: 24 })
  expect(stdout.match(/pay_\d_\d/g)).toEqual(['pay_1_1', 'pay_2_0'])
  expect({ last: stderr.split('\u001b[2K').at(-1), code }).toEqual({ last: '2 of 3 charges\n', code: 0 })
})

it('prints no CSV header before the first answer', async () => {
  expect(await listed(['--all', '--csv'], [answer(403, { error: 'Forbidden' })])).toMatchObject({
    stdout: '',
    code: 4,
  })
})

it('prints only the CSV header if there is no charge', async () => {
  const none = answer(200, { data: [], pagination: { page: 1, limit: 100, total: 0 } })
  expect(await listed(['--csv'], [none])).toEqual({
    stdout: expect.stringMatching(/^id,status,amount,[\w,]+,pixCode\r\n$/),
    stderr: '',
    code: 0,
  })
})

it.each([[], ['--all']])('prints CSV for a Brazilian Excel %j', async (...flags) => {
  const charge = paymentBody({ id: '1e5', description: 'a;b', amount: 35.9, passFee: true })
  const only = answer(200, { data: [charge], pagination: { page: 1, limit: 100, total: 1 } })
  const { stdout } = await listed([...flags, '--csv', '--csv-style', 'excel-br'], [only])
  const [header, record, ...rest] = stdout.split('\r\n')
  expect(header).toMatch(/^\ufeff"id";"situação";"valor";.*;"paga em"$/)
  expect(record).toMatch(/^"'1e5";"aguardando";"35,90";.*;"a;b";"\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d";/)
  expect(rest).toEqual([''])
})
