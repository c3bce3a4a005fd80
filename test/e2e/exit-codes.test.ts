/** Exit codes, as the process itself ends with them; the table is in test/commands/exit-codes.test.ts. */

import { expect, it } from 'vitest'
import { describeExitCodes, type ExitRun } from '../support/exit-codes.ts'
import { ended, type Run } from '../support/pixctl.ts'
import { against } from '../support/scripted.ts'
import { silence } from '../support/service.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()

/** A run that ends with each code, with the same flags except --json. */
const RUNS: ExitRun[] = [
  [5, 'an unknown charge (404)', (...json) => store.pixctl(['charges', 'get', 'pay_unknown', ...json])],
  [130, 'an interrupt', (...json) => stopped('SIGINT', json)],
  [143, 'a termination', (...json) => stopped('SIGTERM', json)],
]

async function stopped(signal: 'SIGINT' | 'SIGTERM', json: string[]): Promise<Run> {
  await using scripted = await against(silence)
  const child = scripted.machine.start(['charge', 'create', '--amount', '1', ...json])
  await scripted.service.requests(1)
  child.kill(signal)
  return await ended(child)
}

describeExitCodes(RUNS)

it('0 is success, with nothing on stderr under --json', async () => {
  expect(await store.pixctl(['status', '--json'])).toMatchObject({ stderr: '', code: 0 })
})
