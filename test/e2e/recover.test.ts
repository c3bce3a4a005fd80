/** `charge recover` as a process; the tables are in test/commands/charge/recover.test.ts. */

import { describe, expect, it } from 'vitest'
import { errorOf, type Machine } from '../support/pixctl.ts'
import { against } from '../support/scripted.ts'
import { cut } from '../support/service.ts'

/** Leaves an unresolved creation, and gives its key. The script must begin with a cut. */
async function lose(machine: Machine, amount = '10.50', env: Record<string, string> = {}): Promise<string> {
  const run = await machine.pixctl(['charge', 'create', '--amount', amount, '--timeout', '0.3', '--json'], {
    env,
  })
  const { exitCode, idempotencyKey } = errorOf(run)
  expect(exitCode).toBe(9)
  return idempotencyKey!
}

describe('charge recover --list and --forget', () => {
  it('sends nothing and needs no secret', async () => {
    await using store = await against(cut)
    const key = await lose(store.machine)
    const env = { PIXCTL_API_KEY: '', PIXCTL_BASE_URL: '' }
    const list = await store.machine.pixctl(['charge', 'recover', '--list'], { env })
    expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining(key) })
    const forget = await store.machine.pixctl(['charge', 'recover', '--forget', key], { env })
    expect(forget).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining(key) })
    expect(await store.unresolved()).toEqual([])
    expect(store.service.seen).toHaveLength(1)
  })
})
