/** `charge recover` as a process; the tables are in test/commands/charge/recover.test.ts. */

import { describe, expect, it } from 'vitest'
import { against, leaveUnresolved } from '../support/scripted.ts'
import { cut } from '../support/service.ts'

describe('charge recover --list and --forget', () => {
  it('sends nothing and needs no secret', async () => {
    await using store = await against(cut)
    const key = await leaveUnresolved(store.machine)
    const env = { PIXCTL_API_KEY: '', PIXCTL_BASE_URL: '' }
    const list = await store.machine.pixctl(['charge', 'recover', '--list'], { env })
    expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining(key) })
    const forget = await store.machine.pixctl(['charge', 'recover', '--forget', key], { env })
    expect(forget).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('forgotten'),
      stderr: expect.stringContaining(key),
    })
    expect(await store.unresolved()).toEqual([])
    expect(store.service.seen).toHaveLength(1)
  })
})
