/** A hostile argument, as the process gets it; the tables are in test/commands/hostile.test.ts. */

import { expect, it } from 'vitest'
import { against } from '../support/scripted.ts'

/** What must never reach a terminal from outside; our own output ends lines and separates by tabs. */
const RAW =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

it('a hostile argument is escaped', async () => {
  await using scripted = await against()
  for (const args of [['charges', 'get', 'a\u001b[2J'], ['x\u001b[2J'], ['status', '--x\u001b[2J']]) {
    const { stderr, code } = await scripted.machine.pixctl(args)
    expect(code).toBe(2)
    expect(stderr).not.toMatch(RAW)
  }
})
