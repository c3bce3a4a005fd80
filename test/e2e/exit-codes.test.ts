/** Exit codes, as the process itself ends with them; the table is in test/commands/exit-codes.test.ts. */

import { expect, it } from 'vitest'
import { ended, errorOf } from '../support/pixctl.ts'
import { against } from '../support/scripted.ts'
import { silence } from '../support/service.ts'
import { openStore } from '../support/store.ts'

it('a process ends with 0 and nothing on stderr, or with the code of its error', async () => {
  const store = await openStore()
  expect(await store.pixctl(['status', '--json'])).toMatchObject({ stderr: '', code: 0 })
  expect(errorOf(await store.pixctl(['charges', 'get', 'pay_unknown', '--json'])).exitCode).toBe(5)
})

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends it with %i', async (signal, code) => {
  await using scripted = await against(silence)
  const child = scripted.machine.start(['charge', 'create', '--amount', '1', '--json'])
  await scripted.service.requests(1)
  child.kill(signal)
  expect(errorOf(await ended(child)).exitCode).toBe(code)
})
