/** A creation whose outcome is unknown, over several processes; the tables are in test/commands/failures.test.ts. */

import { expect, it } from 'vitest'
import { errorOf, Machine } from '../support/pixctl.ts'
import { API_KEY, against, unresolved } from '../support/scripted.ts'
import { answer, ONE_ATTEMPT, paymentBody } from '../support/service.ts'

it('charge recover finishes a creation whose outcome is unknown, with the same key and bytes', async () => {
  await using store = await against(
    answer(500, { error: 'boom' }),
    answer(201, { data: paymentBody({ description: 'Café' }) }),
  )
  const args = ['charge', 'create', '--amount', '10.50', '--description', 'Café', ...ONE_ATTEMPT]
  expect((await store.machine.pixctl(args)).code).toBe(9)
  const { stdout, stderr, code } = await store.machine.pixctl(['charge', 'recover', '--json'])
  expect(code).toBe(0)
  const [first, second] = store.service.seen
  const idempotencyKey = first?.headers['idempotency-key']
  expect(second).toMatchObject({ body: first?.body, headers: { 'idempotency-key': idempotencyKey } })
  expect(stdout).toBe(
    `${JSON.stringify({ idempotencyKey, outcome: 'created', charge: paymentBody({ description: 'Café' }) })}\n`,
  )
  expect(stderr).toBe('')
  expect(await store.unresolved()).toEqual([])
})

it.runIf(process.platform === 'linux')(
  'charge create with few files to open leaves nothing in the journal without saying its key',
  async () => {
    for (const most of [23, 24, 25, 26, 27]) {
      using machine = new Machine({ PIXCTL_API_KEY: API_KEY, PIXCTL_BASE_URL: 'http://127.0.0.1:1/api/v1' })
      const line = 'pixctl charge create --amount 1 --timeout 2 --json'
      const run = await machine.shell(`ulimit -n ${most}; ${line}`)
      const [left] = await unresolved(machine)
      // Whatever couldn't be loaded was missed before anything was written down, or the key is said.
      if (run.code === 1) expect(left).toBeUndefined()
      else expect(errorOf(run)).toMatchObject({ exitCode: 9, idempotencyKey: left?.idempotencyKey })
    }
  },
)
