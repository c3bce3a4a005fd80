/** A creation in a process that has few files to open; the tables are in test/commands/failures.test.ts. */

import { expect, it } from 'vitest'
import { errorOf, Machine } from '../support/pixctl.ts'
import { API_KEY, unresolved } from '../support/scripted.ts'

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
